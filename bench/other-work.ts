import { availableParallelism } from 'node:os'
import { cpuTimeOfMachineUs, cpuTimeOfTreeUs } from './cpu-time.ts'

/**
 * Watches how much of the machine went to anything but the benchmark; answers in percent. A figure from a busy machine
 * is worth less, latencies first. Undefined where there is no /proc.
 */
export function watchOtherWork(): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined
  const othersUs = () => cpuTimeOfMachineUs() - cpuTimeOfTreeUs(process.pid)
  const [startUs, startMs] = [othersUs(), performance.now()]
  return () => {
    const wholeUs = (performance.now() - startMs) * 1000 * availableParallelism()
    return Math.max(0, ((othersUs() - startUs) / wholeUs) * 100)
  }
}
