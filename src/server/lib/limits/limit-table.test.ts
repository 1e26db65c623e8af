import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { limitAmount } from '../../../../guide/inserts/limits.ts'
import type { Limit } from './limit.ts'
import { limitTable, scaledLimit } from './limit-table.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

function line(limit: Limit): string {
  const cells = [
    limit.id,
    limit.what,
    limit.key,
    limitAmount(limit),
    limit.beyond,
    limit.persistedAs || limit.countsRows ? 'database' : 'memory',
  ]
  return `| ${cells.join(' | ')} |`
}

/** By row number; rows of the same number in the order of the code. */
const rows = (Object.values(limitTable) as Limit[]).sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))

it('every limit stands in the table of docs/decisions/rate-limits.md with the number that the server has', () => {
  const document = readFileSync(at('docs/decisions/rate-limits.md'), 'utf8').split('\n')
  expect(document.filter((text) => /^\| R\d/.test(text))).toEqual(rows.map(line))
})

it('no limiter is made of a number that does not stand in the table', () => {
  const makers = ['rate-limit.ts', 'persistent-rate-limits.ts', 'limiters.ts']
  const files = readdirSync(at('src/server'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !makers.some((name) => path.endsWith(`/${name}`)),
  )
  expect(files.length).toBeGreaterThan(200)
  const others = files.filter((path) =>
    /\b(createLimiter|createBackoff)\(|[pP]ersistent(RateLimits)?\.(window|backoff)\(/.test(
      readFileSync(join(at('src/server'), path), 'utf8'),
    ),
  )
  expect(others).toEqual([])
})

it('a name under which counts are kept is used once', () => {
  const names = rows.flatMap(({ persistedAs }) => persistedAs ?? [])
  expect(new Set(names).size).toBe(names.length)
})

it('RATE_LIMIT_SCALE multiplies a limit and never closes a door', () => {
  expect([scaledLimit(10, 1), scaledLimit(10, 1000), scaledLimit(10, 0.5), scaledLimit(10, 0.01)]).toEqual([
    10, 10_000, 5, 1,
  ])
})
