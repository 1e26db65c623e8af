import type { z } from 'zod'
import { type blacklistRoutes, importResults } from '../../../shared/contract/blacklist.ts'
import { Line } from '../../../shared/contract/fields.ts'
import { wrongField } from '../../http/wrong-field.ts'
import type { BlacklistType } from '../../store/blacklist.ts'
import { type Compared, comparedAs } from './compared-as.ts'
import { type ListLine, readLines } from './read-lines.ts'

/** More at once would hold up everybody's writes. */
const maxLines = 5_000
const [added, listed, invalid] = importResults

const Value = Line(254)
const Reason = Line(500)

type Report = z.output<(typeof blacklistRoutes)['POST /api/blacklist/import']['reply']>

interface PlannedImport {
  readonly entries: readonly (Compared & { readonly reason: string })[]
  readonly report: Report
}

/** What an import would do to a list: each value once, those that stand on it already left alone. */
export function planImport(type: BlacklistType, text: string, onList: ReadonlySet<string>): PlannedImport {
  const lines = readLines(text)
  if (lines.length > maxLines) throw wrongField('text', `At most ${maxLines} lines can be imported at once.`)
  const known = new Set(onList)
  const entries: (Compared & { reason: string })[] = []
  const rows = lines.map((line): Report['rows'][number] => {
    const checked = checkLine(type, line)
    const shown = { line: line.line, value: line.value.slice(0, 254), problem: null }
    if (typeof checked === 'string') return { ...shown, result: invalid, problem: checked }
    if (known.has(checked.valueKey)) return { ...shown, result: listed }
    known.add(checked.valueKey)
    entries.push(checked)
    return { ...shown, value: checked.value, result: added }
  })
  const count = (result: string) => rows.filter((row) => row.result === result).length
  return { entries, report: { added: count(added), listed: count(listed), invalid: count(invalid), rows } }
}

function checkLine(type: BlacklistType, line: ListLine): (Compared & { readonly reason: string }) | string {
  const value = Value.safeParse(line.value)
  const reason = Reason.safeParse(line.reason)
  if (!value.success) return 'The value is too long or holds control characters.'
  if (!reason.success) return 'The reason is too long or holds control characters.'
  const compared = comparedAs(type, value.data)
  return typeof compared === 'string' ? compared : { ...compared, reason: reason.data }
}
