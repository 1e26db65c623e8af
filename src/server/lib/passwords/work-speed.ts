/** Odd, so that one is in the middle; several, so that a single slow work (the first starts a process) changes little. */
const remembered = 9

interface WorkSpeed {
  note(cost: number, ms: number): void
  /** Median of the last works; what was expected until most of them have been measured. */
  msPerCost(): number
}

/** Measures what one unit of cost takes. */
export function createWorkSpeed(expectedMsPerCost: number): WorkSpeed {
  const last: number[] = Array(remembered).fill(expectedMsPerCost)
  let median = expectedMsPerCost
  return {
    note(cost, ms) {
      last.shift()
      last.push(ms / cost)
      median = [...last].sort((a, b) => a - b)[(remembered - 1) / 2] ?? expectedMsPerCost
    },
    msPerCost: () => median,
  }
}
