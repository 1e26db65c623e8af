import * as texts from '../../texts/dashboard.ts'
import { formatNumber } from '../../ui/text/format.ts'

/** A figure beside that of the period before: `12% more than the 30 days before`. `length` is `30 days`. */
export function compareFigures(now: number, before: number, length: string): string {
  const time = texts.theBefore(length)
  if (now === before) return before === 0 ? texts.noneInEither(time) : texts.asManyAsIn(time)
  if (before === 0) return texts.noneIn(time)
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const size = percent === 0 ? texts.lessThan1 : `${formatNumber(percent)}%`
  return texts.thanTheBefore(size, now > before ? 'more' : 'fewer', length)
}
