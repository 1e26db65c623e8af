import { formatNumber } from '../../ui/text/format.ts'

/** A figure beside that of the period before: `12% more than the 30 days before`. `length` is `30 days`. */
export function compareFigures(now: number, before: number, length: string): string {
  const time = `the ${length} before`
  if (now === before) return before === 0 ? `None in ${time} either` : `As many as in ${time}`
  if (before === 0) return `None in ${time}`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const size = percent === 0 ? 'Less than 1%' : `${formatNumber(percent)}%`
  return `${size} ${now > before ? 'more' : 'fewer'} than the ${length} before`
}
