import { existsSync, globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawSheet } from '../../scripts/texts/draw-sheet.mjs'
import { areaOf, findTexts, isSource } from '../../scripts/texts/find-texts.mjs'
import { readFromRoot, root } from './repository-files.ts'

const sources = globSync('src/web/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => isSource(path))

const textsIn = (path: string, code: string) =>
  findTexts(path, code).map(({ line, text }) => `${path}:${line}: ${text}`)

describe('the texts of the screens', () => {
  it('are in the file of their area in src/web/texts', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(sources.flatMap((path) => textsIn(path, readFromRoot(path)))).toEqual([])
  })

  it.each([
    ['a word between tags', '<p>Delete</p>'],
    ['a sentence between tags', '<p>You can undo this for {days} days.</p>'],
    ['a label', '<Field label="Username" />'],
    ['a reason', "<Button disabledReason={isBusy ? 'Already running.' : undefined} />"],
    ['a toast', "toast({ title: 'User deleted' })"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    ['a text with a value', 'const name = `Delete ${user.name}`'],
  ])('and %s elsewhere is refused', (_what, code) => {
    expect(textsIn('src/web/features/app-users/planted.tsx', `const planted = () => ${code}`)).not.toEqual([])
  })

  it.each([
    ['a class', '<p className="flex gap-2 text-fg" />'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    ['an address', '<Link href={`/app/${id}?section=users`} />'],
    ['a call', "api('GET /api/applications/:id', { params })"],
    ['a comparison', "event.key === 'Enter'"],
    ['an error for developers', "run(() => { throw new Error('No such row') })"],
  ])('while %s is none', (_what, code) => {
    expect(textsIn('src/web/features/app-users/planted.tsx', `const planted = () => ${code}`)).toEqual([])
  })

  it('have an area for every folder', () => {
    const areas = new Set(sources.filter((path) => /texts\//.test(readFromRoot(path))).map((path) => areaOf(path)))
    expect(areas.size).toBeGreaterThan(30)
    expect([...areas].filter((area) => !existsSync(`${root}src/web/texts/${area}.ts`))).toEqual([])
  })
})

describe('the sheet of all texts', () => {
  const { text, count, files } = drawSheet(root)

  it('holds screens, responses, e-mails and the command line', () => {
    expect(count).toBeGreaterThan(3000)
    expect(files).toBeGreaterThan(300)
    for (const expected of [
      "You won't see it again. Store it securely: anyone who has it has its access.",
      'Invalid email or password',
      'The API key is missing or malformed.',
      'Reset your Keywright password',
      'No command given.',
    ])
      expect(text).toContain(`- ${expected}\n`)
  })

  it('has none of the words that the product does not use', () => {
    const avoided = /\b(whoever|whom|somebody|any more|meanwhile|hears of|goes on|e-mail|hardware id)\b|\b(Off|Blank):/
    expect(text.split('\n').filter((line) => line.startsWith('- ') && avoided.test(line))).toEqual([])
    expect('- Off: nothing is sent').toMatch(avoided)
  })
})

describe('every replaced text', () => {
  /** Without tags, expressions in braces, and line breaks. */
  const plain = (code: string) =>
    code
      .replaceAll("\\'", "'")
      .replaceAll(/<\/?[\w.]+(\s[^<>]*)?>/g, '')
      .replaceAll(/\s+\*?\s*/g, ' ')
  const paths = [...globSync('src/**/*.{ts,tsx}', { cwd: root }), 'README.md', '.env.example']
  const corpus = paths
    .filter((path) => !/\.test\.|migrations/.test(path))
    .map((path) => readFromRoot(path))
    .join('\n')
  const all = `${corpus}\n${plain(corpus)}`
  const rows = readFromRoot('test/documents/replaced-texts.md')
    .split('\n')
    .filter((line) => /^\| (?!gone \|)/.test(line))
    .map((line) => line.replaceAll('\\|', '\u0001').split('|').slice(1, 3))
    .map((cells) => cells.map((cell) => cell.replaceAll('\u0001', '|').trim()))

  it('is looked for', () => {
    expect(rows.length).toBeGreaterThan(190)
  })

  it.each(rows)('is gone: %s', (gone = '', instead = '') => {
    expect(gone.length).toBeGreaterThan(3)
    expect(all.includes(gone), `still there: ${gone}`).toBe(false)
    const pieces = instead.split(' … ')
    expect(pieces.filter((piece) => piece === '' || !all.includes(piece))).toEqual([])
  })
})
