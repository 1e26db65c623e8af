import { readFileSync } from 'node:fs'

/** Hashing processes that this one started. Read from /proc, Linux only. */
export function hashProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('hash-process.ts')).map(Number)
}

/** Kills them. Returns when they are dead, before this process receives the exit event. */
export function killHashProcesses(): void {
  const pids = hashProcesses()
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  const isGone = (pid: number) => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  while (!pids.every(isGone));
}
