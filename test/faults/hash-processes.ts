import { readFileSync } from 'node:fs'

/** Processes that this one started and that hash. Linux alone tells. */
export function hashProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('hash-process.ts')).map(Number)
}

/** Kills them and returns once they are gone, before this process could notice. */
export function killHashProcesses(): void {
  const pids = hashProcesses()
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  const isGone = (pid: number) => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  while (!pids.every(isGone));
}
