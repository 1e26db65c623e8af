import { describe, expect, it } from 'vitest'
import { chooseOfFile, mutated } from './choose-mutants.ts'
import { markReached } from './mark-reached.ts'
import { possibleMutants } from './possible-mutants.ts'
import { judge } from './survivors.ts'

const path = 'src/server/store/seats.ts'
const changesOf = (text: string) => possibleMutants(path, text).map((mutant) => mutated(text, mutant))

describe('a mutant', () => {
  it('is a condition negated, a boundary moved, a junction swapped or an early end dropped', () => {
    expect(changesOf('if (seats < limit && isOpen) return')).toEqual([
      'if (!(seats < limit && isOpen)) return',
      ';',
      'if ((seats < limit) || isOpen) return',
      'if (seats <= limit && isOpen) return',
    ])
  })

  it('is a number, a truth, a default, a step, an array or a sum', () => {
    expect(changesOf('const wait = [60_000]')).toEqual(['const wait = []', 'const wait = [120000]'])
    expect(changesOf('const isOpen = given ?? true')).toEqual(['const isOpen = given', 'const isOpen = given ?? false'])
    expect(changesOf('await close(9 - count)')).toEqual([';', 'await close(9 + count)', 'await close(10 - count)'])
  })

  it('is a link or a sign of a query, or a word of a statement', () => {
    expect(changesOf("const rows = seats.where('id', '=', id)")).toEqual([
      'const rows = seats',
      "const rows = seats.where('id', '!=', id)",
    ])
    expect(changesOf('const rows = sql`select id from seats where a < $1 and b is null`')).toEqual([
      'const rows = sql`select id from seats where a < $1 or b is null`',
      'const rows = sql`select id from seats where a <= $1 and b is null`',
      'const rows = sql`select id from seats where a < $1 and b is not null`',
    ])
  })

  it('is never in a type, an import, a log or the text of an error', () => {
    expect(
      changesOf(
        "import { a } from './a.ts'\ntype Limit = 1 | 2\nlog.info('seats', { count: 1 })\nexport const wrong = new Error(1 + 1)",
      ),
    ).toEqual([])
  })
})

describe('the choice of mutants', () => {
  const text = Array.from({ length: 30 }, (_, n) => `export const limit${n} = (count) => count < ${n + 2}`).join('\n')

  it('is the same for the same code, and takes each operator before one of them again', () => {
    const chosen = chooseOfFile(path, text, { name: 'store', oneIn: 20 })
    expect(chosen).toEqual(chooseOfFile(path, text, { name: 'store', oneIn: 20 }))
    expect(chosen).toHaveLength(3)
    expect(new Set(chosen.map(({ operator }) => operator)).size).toBe(2)
  })

  it('stays where lines are added before and the file moves', () => {
    const names = (at: string, all: string) =>
      chooseOfFile(at, all, { name: 'store', oneIn: 20 }).map(({ name }) => name.slice(at.length))
    expect(names('src/server/store/seats/seats.ts', `\n// more\n\n${text}`)).toEqual(names(path, text))
  })
})

it('the marked text does what the text does, and says which mutants were reached', async () => {
  const text = `export function size(count) {
  if (count < 2) return 'small'
  const parts = ['a', 'b'].map((part) => part + count)
  parts.push('c')
  return parts.join(' ')
}
`
  const mutants = possibleMutants(path, text)
  const reached: string[] = []
  Object.assign(globalThis, { noteReached: (name: string) => reached.push(name) })
  const marked = markReached(path, text, mutants)
  const { size } = (await import(`data:text/javascript,${encodeURIComponent(marked)}`)) as {
    size: (count: number) => string
  }
  expect([size(1), size(2)]).toEqual(['small', 'a2 b2 c'])
  expect(mutants.filter(({ name }) => !reached.includes(name))).toEqual([])
})

describe('the judgement', () => {
  const verdicts = (killed: number, survived: number) => [
    ...Array.from({ length: killed }, (_, n) => ({ name: `a.ts, f: ${n}`, path: 'a.ts', killedBy: 'a test' })),
    ...Array.from({ length: survived }, (_, n) => ({ name: `b.ts, f: ${n}`, path: 'b.ts', killedBy: undefined })),
  ]
  const reasons = new Map([
    ['b.ts, f: 0', 'Equivalent.'],
    ['b.ts, f: 1', 'Equivalent.'],
  ])

  it('is good from 85 percent on, where each survivor has its reason', () => {
    expect(judge(verdicts(17, 2), reasons)).toMatchObject({ isGood: true })
    expect(judge(verdicts(17, 2), reasons).lines.at(-1)).toBe('17 of 19 killed (89.4 %)')
    expect(judge(verdicts(11, 2), reasons)).toMatchObject({ isGood: false })
  })

  it('is bad where a survivor has no reason, whatever the score', () => {
    expect(judge(verdicts(99, 3), reasons)).toMatchObject({ isGood: false })
    expect(judge(verdicts(99, 2), new Map([...reasons, ['b.ts, f: 1', '']]))).toMatchObject({ isGood: false })
  })

  it('names what is listed but killed now, and what is no longer chosen', () => {
    const { lines, isGood } = judge(verdicts(9, 1), new Map([...reasons, ['a.ts, f: 3', 'It was hard.']]))
    expect(isGood).toBe(true)
    expect(lines).toContain('listed, but killed now: a.ts, f: 3')
    expect(lines).toContain('listed, but no longer chosen: b.ts, f: 1')
  })
})
