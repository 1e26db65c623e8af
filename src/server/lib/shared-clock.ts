import { type Clock, isClockWrong } from './clock.ts'
import type { Log } from './log.ts'

/** One question to the database for its time. */
export interface ClockSample {
  /** The database's time. */
  readonly databaseMs: number
  /** When the question left, by the monotonic clock of this process. */
  readonly askedAtMs: number
  readonly roundTripMs: number
}

/** The database's time, which all servers on it share. Reading it is arithmetic; it asks nobody. */
export interface SharedClock extends Clock {
  /** Asks the database once. A failure changes nothing: the offset holds as long as this process runs. */
  measure(): Promise<void>
  /** Measures regularly from now on. */
  start(): void
}

const measureEveryMs = 5_000
/** A slower answer says too little: its time may be off by half of this. */
const maxRoundTripMs = 1_000
const samplesAtStart = 3

/**
 * The offset is that of the monotonic clock, not of the machine's own time: a machine whose time is set in between, even
 * by hours, goes on with the right time at once.
 */
export async function openSharedClock(
  ask: (elapsedMs: () => number) => Promise<ClockSample>,
  own: Clock,
  log: Log,
): Promise<SharedClock> {
  let offsetMs = offsetOf(await bestOf(samplesAtStart, () => ask(own.elapsedMs)))
  let wasWrong = false
  let isMeasuring = false

  const nowMs = () => Math.round(own.elapsedMs() + offsetMs)
  const clock: Clock = {
    now: () => new Date(nowMs()),
    nowMs,
    elapsedMs: own.elapsedMs,
    skewMs: () => own.nowMs() - nowMs(),
  }
  const report = () => {
    const isWrong = isClockWrong(clock)
    if (isWrong === wasWrong) return
    wasWrong = isWrong
    const fields = { aheadMs: clock.skewMs() }
    if (isWrong) log.error("this machine's clock is wrong: nothing is ended or deleted by its age", fields)
    else log.info("this machine's clock is right again", fields)
  }
  const measure = async () => {
    const sample = await ask(own.elapsedMs).catch(() => undefined)
    if (sample && sample.roundTripMs <= maxRoundTripMs) offsetMs = nextOffset(offsetMs, sample)
    report()
  }
  report()

  return {
    ...clock,
    measure,
    start() {
      setInterval(() => {
        if (isMeasuring) return
        isMeasuring = true
        void measure().finally(() => (isMeasuring = false))
      }, measureEveryMs).unref()
    },
  }
}

/** The database read its clock half a round trip after the question left. */
function offsetOf({ databaseMs, askedAtMs, roundTripMs }: ClockSample): number {
  return databaseMs - (askedAtMs + roundTripMs / 2)
}

/** Kept while the sample can't tell it from its own: half the round trip. So time doesn't jitter with the network. */
export function nextOffset(offsetMs: number, sample: ClockSample): number {
  const measuredMs = offsetOf(sample)
  return Math.abs(measuredMs - offsetMs) <= sample.roundTripMs / 2 ? offsetMs : measuredMs
}

async function bestOf(count: number, ask: () => Promise<ClockSample>): Promise<ClockSample> {
  let best = await ask()
  for (let asked = 1; asked < count; asked += 1) {
    const sample = await ask()
    if (sample.roundTripMs < best.roundTripMs) best = sample
  }
  return best
}
