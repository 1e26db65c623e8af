import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { toastDurationMs, toastSwipeThresholdPx } from '../../src/shared/constants.ts'
import { specifiedScreens, specifiedStates } from '../walks/specification/specified-screens.ts'
import { readFromRoot, readWithImports, root } from './repository-files.ts'

const walk = 'test/walks/specification/specification.test.ts'
/** The texts of the walk count as seen only on their own screens. */
const testsButTheWalk = /^(test|clients\/test)\/(?!walks\/specification\/)/
const even = (text: string) => text.replaceAll(/\s+/g, ' ')
const read = (path: string) => (existsSync(root + path) ? even(readFromRoot(path)) : '').replaceAll("\\'", "'")

interface Row {
  readonly text: string
  readonly quotes: readonly string[]
  readonly proofs: readonly { readonly file: string; readonly title: string }[]
}

/** What the walk looks for, on whatever screen. */
const walked = [...specifiedScreens, ...specifiedStates].flatMap(({ texts, address }) => [...texts, address]).join('\n')

const document = readFromRoot('docs/specification.md')
const [table = '', deviations = ''] = document.split('## Deviations')
const rows = table.split('\n').flatMap(rowOf)

const withoutProof = (given: readonly Row[]) => given.filter(({ proofs }) => proofs.length === 0)

/** Quoted tests whose file, or whose title in it, does not exist. */
function missingTests(given: readonly Row[]) {
  const listed = [...specifiedScreens, ...specifiedStates].map(({ name }) => name)
  const files = new Map<string, string>()
  const textOf = (file: string) => files.get(file) ?? files.set(file, read(file)).get(file) ?? ''
  return given.flatMap(({ proofs }) =>
    proofs.filter(({ file, title }) => !(file === walk && listed.includes(title)) && !textOf(file).includes(title)),
  )
}

const notInSource = (given: readonly Row[], source: string) =>
  given.flatMap(({ quotes }) => quotes.filter((quote) => !source.includes(even(quote))))

/** Where other tests are named too, they hold the rest. */
function unseenByWalk(given: readonly Row[]) {
  const texts = new Map<string, readonly string[]>()
  for (const { name, texts: own, address } of [...specifiedScreens, ...specifiedStates]) {
    texts.set(name, [...own, address.split('?')[0] ?? ''])
  }
  return given.flatMap(({ text, quotes, proofs }) => {
    const seen = proofs.flatMap(({ file, title }) => (file === walk ? [texts.get(title)] : [undefined]))
    if (seen.includes(undefined)) return []
    const all = seen.flat().filter((one) => one !== undefined)
    return quotes.filter((quote) => !all.some((one) => one.includes(quote))).map((quote) => `${quote}: ${text}`)
  })
}

const unseenElsewhere = (given: readonly Row[]) =>
  given.flatMap(({ text, quotes, proofs }) => {
    if (proofs.every(({ file }) => file === walk)) return []
    const seen = proofs
      .map(({ file }) => (file === walk ? walked + read(walk) : even(readWithImports(file, testsButTheWalk))))
      .join('\n')
    return quotes.filter((quote) => !seen.includes(quote)).map((quote) => `${quote}: ${text}`)
  })

/** `docs/specification.md` and the tests it names, kept in step. */
describe('the table of the specification', () => {
  let source: string

  beforeAll(async () => {
    const paths: string[] = []
    const isOurs = (path: string) => !/node_modules|\.test\.|^clients\/(test|conformance)\//.test(path)
    for await (const path of glob('{src,clients}/**/*.{ts,tsx,html,cpp,cs,py,php,mjs,js,json}', { cwd: root })) {
      if (isOurs(path)) paths.push(path)
    }
    source = paths.map(read).join('\n')
  })

  it('has a row for every text and behavior, each with a proof', () => {
    expect(rows.length).toBeGreaterThan(300)
    expect(withoutProof(rows).map(({ text }) => text)).toEqual([])
    expect(table.match(/^## /gm)?.length).toBeGreaterThan(20)
  })

  it('names files that exist, and in each a test of that title', () => {
    expect(missingTests(rows)).toEqual([])
  })

  it('holds in quotes only what stands in the source, letter by letter', () => {
    expect(notInSource(rows, source)).toEqual([])
  })

  it('is proved by the walk where the walk looks for those very texts on that very screen', () => {
    expect(unseenByWalk(rows)).toEqual([])
  })

  it('is proved elsewhere by a test that holds those very texts', () => {
    expect(unseenElsewhere(rows)).toEqual([])
  })

  it('is refused with a row that has no proof, a test or a text that is not there, or another screen', () => {
    const walkedRow = rows.find(({ proofs, quotes }) => quotes.length > 0 && proofs.every(({ file }) => file === walk))
    const [proof] = walkedRow?.proofs ?? []
    const elsewhere = { file: 'test/walks/sign-in.test.ts', title: 'A title' }
    const wrong = '"Webhook updated" is said'
    const plant = (text: string, ...proofs: Row['proofs']) => [{ text, quotes: quotesOf(text), proofs }]
    expect(proof).toBeDefined()
    if (!proof) return
    expect(withoutProof(plant('a behavior'))).toHaveLength(1)
    expect(missingTests(plant('a behavior', { file: walk, title: 'no such screen' }))).toHaveLength(1)
    expect(missingTests(plant('a behavior', { ...elsewhere, file: 'test/gone.test.ts' }))).toHaveLength(1)
    expect(notInSource(plant('"Webhook updatet" is said', proof), source)).toEqual(['Webhook updatet'])
    expect(unseenByWalk(plant('"No screen says this" here', proof))).toHaveLength(1)
    expect(unseenElsewhere(plant(wrong, elsewhere))).toEqual([`Webhook updated: ${wrong}`])
  })

  it('gives each deviation its reason', () => {
    const lines = deviations.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Specification'))
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(line.split(' | ')[1]?.length).toBeGreaterThan(30)
  })

  it('holds the toasts’ constants, which no test waits for', () => {
    expect({ toastDurationMs, toastSwipeThresholdPx }).toEqual({ toastDurationMs: 5000, toastSwipeThresholdPx: 50 })
    expect(read('src/web/ui/feedback/toaster.tsx')).toContain(
      'duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipeThresholdPx}',
    )
  })
})

function rowOf(line: string): Row[] {
  const [, text = '', proof = ''] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? []
  if (text === '' || text === 'Specification') return []
  const proofs = proof.split('<br>').flatMap((one) => {
    const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(one) ?? []
    return file === '' ? [] : [{ file, title }]
  })
  return [{ text, quotes: quotesOf(text), proofs }]
}

function quotesOf(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote)
}
