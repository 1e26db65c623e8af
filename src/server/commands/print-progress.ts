import type { MoveOptions } from '../db/open.ts'

const everyMs = 1_000

interface PrintedProgress {
  readonly notice: MoveOptions['notice']
  /** Prints where the last step ended. */
  end(): void
}

/** Prints how far each step is, every second and at its end. Rows per second count from the beginning of the step. */
export function printProgress(print: (text: string) => void): PrintedProgress {
  let [kind, line, printedMs] = ['', '', 0]
  let [startMs, startRows] = [0, 0]
  const printLine = (nowMs: number) => {
    if (line !== '') print(`${line}\n`)
    ;[line, printedMs] = ['', nowMs]
  }
  return {
    notice(step, doneRows, ofRows) {
      const nowMs = performance.now()
      const [stepKind = ''] = step.split(' ')
      if (stepKind !== kind) {
        printLine(nowMs)
        // What an earlier try has copied took no time in this one.
        ;[kind, startMs, startRows] = [stepKind, nowMs, doneRows]
      }
      const perSecond = Math.round((doneRows - startRows) / Math.max(0.001, (nowMs - startMs) / 1000))
      const percent = Math.floor((doneRows / ofRows) * 100)
      line = ofRows === 0 ? step : `${step}: ${doneRows} of ${ofRows} (${percent} %), ${perSecond}/s`
      if (nowMs - printedMs >= everyMs || ofRows === 0) printLine(nowMs)
    },
    end: () => printLine(performance.now()),
  }
}
