import { readFileSync } from 'node:fs'

/**
 * How many files and connections the operating system lets this process have open at once; Node raises that to the hard
 * limit by itself. Infinity where it is not told.
 */
export function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
