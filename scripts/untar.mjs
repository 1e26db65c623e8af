import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const block = 512
const unzip = promisify(gunzip)

/**
 * Unpacks an npm archive (.tgz) into a folder, without its leading `package/`. Implemented here because not every
 * machine has the same `tar`, and installing the archive with npm takes five times as long.
 * @param {string} archive
 * @param {string} folder
 * @param {RegExp} needed the paths that are unpacked
 */
export async function untar(archive, folder, needed = /^/) {
  const bytes = await unzip(await readFile(archive))
  let longPath = ''
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + block)
    const size = octal(header, 124, 12)
    const content = bytes.subarray(at + block, at + block + size)
    at += block + Math.ceil(size / block) * block

    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x') {
      // an extended header: the path of the next entry, if it is too long for the plain header
      longPath = / path=([^\n]*)\n/.exec(content.toString())?.[1] ?? ''
      continue
    }
    const path = longPath || [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/')
    longPath = ''
    const inside = normalize(path.slice(path.indexOf('/') + 1))
    const isFile = type === '0' || type === '\0'
    if (isFile && needed.test(inside)) await store(folder, inside, content, octal(header, 100, 8))
  }
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {Buffer} content
 * @param {number} mode
 */
async function store(folder, path, content, mode) {
  if (path.startsWith('..') || isAbsolute(path)) throw new Error(`The archive holds a path that leaves it: ${path}`)
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  await chmod(file, mode & 0o111 ? 0o755 : 0o644)
}

/** @type {(header: Buffer, from: number, length: number) => string} */
function text(header, from, length) {
  return header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
}

/** @type {(header: Buffer, from: number, length: number) => number} */
function octal(header, from, length) {
  return Number.parseInt(text(header, from, length).trim() || '0', 8)
}
