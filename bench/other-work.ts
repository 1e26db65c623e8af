import { availableParallelism } from 'node:os'
import { cpuTimeOfDescendants, cpuTimeOfMachineUs, cpuTimeOfTreeUs } from './cpu-time.ts'

const lookMs = 1_000

/**
 * Watches how much of the machine went to anything but the benchmark; answers in percent. A figure from a busy machine
 * is worth less, latencies first. Undefined where there is no /proc.
 */
export function watchOtherWork(): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined
  let seen = cpuTimeOfDescendants(process.pid)
  let orphansUs = 0
  /** What ends after its own parent, as the hashing process of a server that is stopped, counts with nobody. */
  const look = () => {
    const now = cpuTimeOfDescendants(process.pid)
    for (const [pid, { parent, us }] of seen) {
      if (!now.has(pid) && !now.has(parent) && parent !== process.pid) orphansUs += us
    }
    seen = now
  }
  const looking = setInterval(look, lookMs).unref()
  const othersUs = () => cpuTimeOfMachineUs() - cpuTimeOfTreeUs(process.pid) - orphansUs
  const [startUs, startMs] = [othersUs(), performance.now()]
  return () => {
    clearInterval(looking)
    look()
    const wholeUs = (performance.now() - startMs) * 1000 * availableParallelism()
    return Math.max(0, ((othersUs() - startUs) / wholeUs) * 100)
  }
}
