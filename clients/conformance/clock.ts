import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('clock.c', import.meta.url))
const compiled = new Map<string, string>()

/** Whether a library can stand before the system's on this machine. */
export const canPreload =
  process.platform === 'linux' && spawnSync('gcc', ['--version'], { stdio: 'ignore' }).status === 0

/** The clock of one program. */
export interface Clock {
  /** What the program is started with. */
  readonly env: Readonly<Record<string, string>>
  advance(seconds: number): void
}

/** A clock that the test can move; the folder of the tests has the library, that of the program the file. */
export function openClock(buildFolder: string, folder: string): Clock {
  const library = compiled.get(buildFolder) ?? join(buildFolder, 'clock.so')
  if (!compiled.has(buildFolder)) {
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source])
    compiled.set(buildFolder, library)
  }
  const file = join(folder, 'clock')
  let moved = 0n
  const write = () => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(moved)
    writeFileSync(file, bytes, { flag: moved === 0n ? 'w' : 'r+' })
  }
  write()
  return {
    // a library before the sanitizers' is no fault here
    env: { LD_PRELOAD: library, CLOCK_FILE: file, ASAN_OPTIONS: 'verify_asan_link_order=0' },
    advance: (seconds) => {
      moved += BigInt(seconds)
      write()
    },
  }
}
