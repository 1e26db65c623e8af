import { isMainThread } from 'node:worker_threads'

/** Short, so that between two samples lies little more than the work that held the loop. */
const intervalMs = 2

/**
 * Loaded into a server before its own code: measures how long its event loop was held without a pause, in CPU time and
 * in elapsed time, and prints the longest since the last time at SIGUSR2. CPU time says what the server did, whatever
 * else the machine does; elapsed time includes waiting for the disk.
 */
if (isMainThread && process.argv[1]?.endsWith('/server/main.ts')) watch()

function watch(): void {
  let asked = 0
  let longest = { cpuMs: 0, elapsedMs: 0 }
  let last = sample()
  setInterval(() => {
    const now = sample()
    longest = {
      cpuMs: Math.max(longest.cpuMs, now.cpuMs - last.cpuMs),
      elapsedMs: Math.max(longest.elapsedMs, now.elapsedMs - last.elapsedMs - intervalMs),
    }
    last = now
  }, intervalMs).unref()
  process.on('SIGUSR2', () => {
    asked += 1
    console.log(`loop held ${asked}: ${longest.cpuMs} ${longest.elapsedMs};`)
    longest = { cpuMs: 0, elapsedMs: 0 }
    last = sample()
  })
}

function sample(): { readonly cpuMs: number; readonly elapsedMs: number } {
  const { user, system } = process.threadCpuUsage()
  return { cpuMs: (user + system) / 1000, elapsedMs: performance.now() }
}
