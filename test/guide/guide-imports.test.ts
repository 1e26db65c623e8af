import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guidePages } from '../../guide/guide-pages.ts'
import { readFromRoot } from '../documents/repository-files.ts'
import { importFile } from '../harness/import-file.ts'
import { createSeededApp, type SeededApp } from '../harness/seeded-app.ts'

const files = guidePages.flatMap(({ slug }) =>
  [...readFromRoot(`docs/guide/${slug}.md`).matchAll(/^```csv (users|licenses)\.csv\n([\s\S]*?)^```$/gm)].map(
    ([, kind = '', text = '']) => ({ slug, kind, text }),
  ),
)

describe('the files that the guide shows', () => {
  let test: SeededApp
  beforeAll(async () => {
    test = await createSeededApp()
  })
  afterAll(() => test?.close())

  it('are found', () => expect(files).toHaveLength(3))

  it.each(files)('are imported row by row as they stand: $kind of $slug', async ({ kind, text }) => {
    const {
      lines,
      end,
      text: answer,
    } = await importFile(test, test.maker, test.applicationId, { kind, format: 'csv' }, text)
    const rows = text.trim().split('\n').length - 1
    expect(end, answer).toMatchObject({ new: rows, skipped: 0, wrong: 0 })
    const columns = lines.flatMap((line) => (line.type === 'columns' ? line.columns : []))
    expect(columns.filter(({ field }) => field === null)).toEqual([])
  })
})
