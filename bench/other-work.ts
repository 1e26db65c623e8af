import { availableParallelism } from 'node:os'
import { cpuTimeOfDescendants, cpuTimeOfMachineUs, cpuTimeOfTreeUs } from './cpu-time.ts'

const sampleIntervalMs = 1_000

/**
 * Measures the CPU share of everything but the benchmark, in percent: figures of a busy machine are less reliable,
 * latencies most of all. Undefined without /proc.
 */
export function watchOtherWork(): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined
  let seen = cpuTimeOfDescendants(process.pid)
  let orphansUs = 0
  /** A process that outlives its parent, such as the hashing process of a stopped server, is not counted. */
  const sample = () => {
    const now = cpuTimeOfDescendants(process.pid)
    for (const [pid, { parent, us }] of seen) {
      if (!now.has(pid) && !now.has(parent) && parent !== process.pid) orphansUs += us
    }
    seen = now
  }
  const samplingTimer = setInterval(sample, sampleIntervalMs).unref()
  const othersUs = () => cpuTimeOfMachineUs() - cpuTimeOfTreeUs(process.pid) - orphansUs
  const [startUs, startMs] = [othersUs(), performance.now()]
  return () => {
    clearInterval(samplingTimer)
    sample()
    const wholeUs = (performance.now() - startMs) * 1000 * availableParallelism()
    return Math.max(0, ((othersUs() - startUs) / wholeUs) * 100)
  }
}
