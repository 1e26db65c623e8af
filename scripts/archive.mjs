import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'

/** Content of each file by its path. @typedef {ReadonlyMap<string, string | Buffer>} Files */

const block = 512
/** 1980-01-01: nothing of the time of the build gets in. */
const timeSeconds = 315_532_800

/**
 * A .tar.gz that is the same on every machine.
 * @param {Files} files
 * @param {{ level?: number, isProgram?: (path: string) => boolean }} [options] `isProgram`: which files may be run
 */
export function tarGz(files, { level = 9, isProgram = () => false } = {}) {
  const entries = [...files].flatMap(([path, content]) => {
    const bytes = Buffer.from(content)
    const rest = Buffer.alloc((block - (bytes.length % block)) % block)
    return [tarHeader(path, bytes.length, isProgram(path) ? 0o755 : 0o644), bytes, rest]
  })
  const archive = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { level })
  archive[9] = 255 // the operating system, which would otherwise be this one's
  return archive
}

/**
 * @param {string} path
 * @param {number} size
 * @param {number} mode
 */
function tarHeader(path, size, mode) {
  const { prefix, name } = splitPath(path)
  const header = Buffer.alloc(block)
  const octal = (/** @type {number} */ value, /** @type {number} */ length) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(mode, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(timeSeconds, 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/**
 * A path of more than 100 bytes is written in two parts.
 * @param {string} path
 */
function splitPath(path) {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path }
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(name) > 100) break
    if (Buffer.byteLength(prefix) <= 155) return { prefix, name }
  }
  throw new Error(`The path is too long for an archive: ${path}`)
}

/**
 * A .zip that is the same on every machine.
 * @param {Files} files
 */
export function zip(files) {
  // entries carry no time zone: the local one is taken on writing, and so again here
  const mtime = new Date(1980, 0, 1)
  const entries = [...files].map(([path, content]) => /** @type {const} */ ([path, Buffer.from(content)]))
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime, level: 9, os: 0 }))
}
