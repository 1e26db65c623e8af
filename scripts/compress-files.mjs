import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Text. Pages are left out: the server writes into them. Fonts and pictures are compressed already. */
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.md'])

/**
 * Writes each text file two more times beside it, as small as Brotli and gzip make it: the server sends these and never
 * compresses a file itself. One that gets no smaller stays alone.
 * @param {readonly string[]} files
 */
export async function compressFiles(files) {
  await Promise.all(files.filter((file) => compressible.has(extname(file))).map(compressFile))
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
  if (br.length >= bytes.length || gz.length >= bytes.length) return
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
