import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Rules that newcomers look for: the term that they search, and the file where the rule stands. */
const rules: readonly (readonly [rule: string, term: string, file: string])[] = [
  ['seat counting', 'seat counting', 'src/server/store/licenses/seats.ts'],
  ['login limit per address', 'login limit', 'src/server/lib/limits/client-limits.ts'],
  ['first binding of a hardware ID', 'first binding', 'src/server/features/client-api/decide/decide-access.ts'],
  ["a toast's five seconds", 'toast duration', 'src/shared/constants.ts'],
  ['retry schedule of webhooks', 'retry schedule', 'src/server/events/webhooks/schedule/retry-schedule.ts'],
  ['masking of API keys', 'masking', 'src/shared/api-key-mask.ts'],
  ['what manage_users allows', 'manage_users', 'src/shared/administration.ts'],
  ['the sweeper of sessions after 90 s', 'sweeper', 'src/server/events/live-sessions.ts'],
  ['inheritance of messages', 'inheritance', 'src/shared/messages.ts'],
  ['group commit', 'group commit', 'src/server/db/writer.ts'],
]

/** A reader opens this many results of a search; of more, the one with the most hits. */
const mostResults = 5

async function readSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  for await (const found of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const path = found.replaceAll('\\', '/')
    // what screens say of a rule is no place to look for it
    if (!/\.test\.tsx?$|^src\/web\/texts\//.test(path))
      sources.set(path, readFileSync(`${root}${path}`, 'utf8').toLowerCase())
  }
  return sources
}

/** One case-insensitive search over all sources: the files with their number of hits. */
function search(term: string, sources: ReadonlyMap<string, string>): Map<string, number> {
  const hits = new Map<string, number>()
  for (const [file, text] of sources) {
    const count = text.split(term.toLowerCase()).length - 1
    if (count > 0) hits.set(file, count)
  }
  return hits
}

/** Found at once: among a handful of results, or the one with more hits than every other. */
function isFoundAtOnce(file: string, hits: ReadonlyMap<string, number>): boolean {
  const own = hits.get(file)
  if (own === undefined) return false
  return hits.size <= mostResults || [...hits].every(([other, count]) => other === file || count < own)
}

describe('one search finds the rule', async () => {
  const sources = await readSources()

  it.each(rules)('of %s: "%s" in %s', (_rule, term, file) => {
    const hits = search(term, sources)
    expect(isFoundAtOnce(file, hits), JSON.stringify([...hits])).toBe(true)
  })

  it.each(rules)('and not any more once the term is gone or drowned: %s', (_rule, term, file) => {
    const gone = new Map(sources).set(file, (sources.get(file) ?? '').replaceAll(term.toLowerCase(), ''))
    expect(isFoundAtOnce(file, search(term, gone))).toBe(false)
    const drowned = new Map(sources)
    const often = `${term.toLowerCase()} `.repeat(search(term, sources).get(file) ?? 1)
    for (let n = 0; n < mostResults; n += 1) drowned.set(`src/planted-${n}.ts`, often)
    expect(isFoundAtOnce(file, search(term, drowned))).toBe(false)
  })
})
