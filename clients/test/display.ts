import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A virtual display, for programs with a window. */
export interface Display {
  /** For the variable DISPLAY. */
  readonly name: string
  stop(): Promise<void>
}

/** Xvfb chooses a free display number and prints it when it is ready. */
export async function startDisplay(): Promise<Display> {
  const options = ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp', '-noreset']
  const screen = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const closed = once(screen, 'close')
  const numbers = screen.stdio[3]
  if (!numbers) throw new Error('no pipe to the screen')
  const [number] = (await Promise.race([once(numbers, 'data'), closed])) as unknown[]
  if (!Buffer.isBuffer(number)) throw new Error('Xvfb did not start')
  const name = `:${number.toString().trim()}`
  await restPointer(name)
  return {
    name,
    stop: async () => {
      screen.kill()
      await closed
    },
  }
}

/**
 * Puts the pointer into the corner, where no window is. mono walks down the windows under it with the screen locked for
 * all other programs, and hangs when a window's program is killed at that moment.
 */
async function restPointer(display: string): Promise<void> {
  await run('xdotool', ['mousemove', '1023', '767'], { env: { ...process.env, DISPLAY: display } })
}
