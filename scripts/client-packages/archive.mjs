import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'

/** Text of each file by its path. @typedef {ReadonlyMap<string, string>} Files */

const block = 512
/** 1980-01-01: nothing of the time of the build gets in. */
const timeSeconds = 315_532_800

/**
 * A .tar.gz that is the same on every machine.
 * @param {Files} files
 */
export function tarGz(files) {
  const entries = [...files].flatMap(([path, text]) => {
    const bytes = Buffer.from(text)
    const rest = Buffer.alloc((block - (bytes.length % block)) % block)
    return [tarHeader(path, bytes.length), bytes, rest]
  })
  const archive = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { level: 9 })
  archive[9] = 255 // the operating system, which would otherwise be this one's
  return archive
}

/**
 * @param {string} path
 * @param {number} size
 */
function tarHeader(path, size) {
  if (Buffer.byteLength(path) > 100) throw new Error(`The path is too long for an archive: ${path}`)
  const header = Buffer.alloc(block)
  const octal = (/** @type {number} */ value, /** @type {number} */ length) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(path, 0)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(timeSeconds, 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/**
 * A .zip that is the same on every machine.
 * @param {Files} files
 */
export function zip(files) {
  // entries carry no time zone: the local one is taken on writing, and so again here
  const mtime = new Date(1980, 0, 1)
  const entries = [...files].map(([path, text]) => /** @type {const} */ ([path, Buffer.from(text)]))
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime, level: 9, os: 0 }))
}
