import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A file of the repository by its path from the root. */
export const readFromRoot = (path: string): string => readFileSync(root + path, 'utf8')

/** A test file with everything it imports from the test folders; empty when there is no such file. */
export function readWithImports(file: string, isShared: RegExp = /^(test|clients\/test)\//): string {
  const seen = new Set<string>()
  const read = (path: string): string => {
    if (seen.has(path) || !existsSync(root + path)) return ''
    seen.add(path)
    const own = readFromRoot(path).replaceAll("\\'", "'")
    const imported = [...own.matchAll(/from '(\.[^']+)'/g)]
      .map(([, name = '']) => posix.join(posix.dirname(path), name))
      .filter((name) => isShared.test(name))
    return [own, ...imported.map(read)].join('\n')
  }
  return read(file)
}
