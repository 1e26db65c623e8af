import { errors } from '../../src/shared/errors.ts'
import { type OutcomeKey, outcomeRow, outcomes } from '../../src/shared/outcomes.ts'

const groups = ['Authentication', 'Security', 'API', 'Success'] as const
type Row = ReturnType<typeof outcomeRow>

const rows: readonly Row[] = (Object.keys(outcomes) as OutcomeKey[]).map(outcomeRow)

/** Every code of the client API, from the table that the server answers with; several causes may share a code. */
export function insertOutcomes(): string {
  return groups.map((group) => [`## ${group}`, ...codesOf(group).map(describeCode)].join('\n\n')).join('\n\n')
}

const codesOf = (group: Row['group']) => [...new Set(rows.filter((row) => row.group === group).map(({ code }) => code))]

function describeCode(code: string): string {
  const all = rows.filter((row) => row.code === code)
  const [first] = all
  if (first === undefined) return ''
  const custom = first.custom === undefined ? '' : ' You can [change this text](/docs/api-messages).'
  return [
    `### \`${code}\` {#${code}}`,
    `**${first.title}** Status ${first.status}, message “${first.message}”${custom}`,
    all.length === 1
      ? `Cause: ${first.meaning}`
      : ['Causes:', '', ...all.map(({ meaning }) => `- ${meaning}`)].join('\n'),
    `What to do: ${first.remedy}`,
  ].join('\n\n')
}

/** The codes of the management API. */
export function insertProblems(): string {
  const lines = Object.entries(errors).map(([code, [status, message]]) => `| \`${code}\` | ${status} | ${message} |`)
  return ['| Code | Status | Message |', '|---|---|---|', ...lines].join('\n')
}
