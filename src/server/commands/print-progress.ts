import type { MoveOptions } from '../db/open.ts'

const everyMs = 1_000

interface PrintedProgress {
  readonly notice: MoveOptions['notice']
  /** Ends the last line. */
  end(): void
}

/** Prints each new step, and how far it is every second. Rows per second count from the start of a kind of step. */
export function printProgress(print: (text: string) => void): PrintedProgress {
  let printedMs = Number.NEGATIVE_INFINITY
  let kind = ''
  let [startMs, startRows, isPrinted] = [0, 0, false]
  return {
    notice(step, doneRows, ofRows) {
      const nowMs = performance.now()
      const [stepKind = ''] = step.split(' ')
      const isNew = stepKind !== kind
      // What an earlier try had copied took no time in this one.
      if (isNew) [kind, startMs, startRows] = [stepKind, nowMs, doneRows]
      if (!isNew && nowMs - printedMs < everyMs) return
      printedMs = nowMs
      isPrinted = true
      const perSecond = Math.round((doneRows - startRows) / Math.max(0.001, (nowMs - startMs) / 1000))
      const share =
        ofRows === 0 ? '' : `: ${doneRows} of ${ofRows} (${Math.floor((doneRows / ofRows) * 100)} %), ${perSecond}/s`
      print(`${step}${share}\n`)
    },
    end() {
      if (isPrinted) print('\n')
    },
  }
}
