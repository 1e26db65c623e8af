import { once } from 'node:events'
import type { RunningServer } from '../test/harness/start-server.ts'

/** How long the event loop of a server was held without a pause, at most. */
export interface LoopHeld {
  readonly cpuMs: number
  readonly elapsedMs: number
}

/** What a server's environment needs for `watchLoopOf`. */
export const loopWatchEnv = { NODE_OPTIONS: `--import ${new URL('./watch-loop.ts', import.meta.url).href}` }

/** Each call tells the longest since the one before. */
export function watchLoopOf({ process: server, output }: RunningServer): () => Promise<LoopHeld> {
  let asked = 0
  return async () => {
    asked += 1
    const answer = new RegExp(`loop held ${asked}: (\\S+) (\\S+);`)
    server.kill('SIGUSR2')
    for (;;) {
      const [, cpuMs, elapsedMs] = answer.exec(output()) ?? []
      if (cpuMs !== undefined) return { cpuMs: Number(cpuMs), elapsedMs: Number(elapsedMs) }
      if (server.stdout) await once(server.stdout, 'data')
    }
  }
}
