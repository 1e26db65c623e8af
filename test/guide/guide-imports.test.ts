import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guidePages } from '../../guide/guide-pages.ts'
import { readFromRoot } from '../documents/repository-files.ts'
import { importFile } from '../harness/import-file.ts'
import { createSeededApp, type SeededApp } from '../harness/seeded-app.ts'

const files = guidePages.flatMap(({ slug }) =>
  [...readFromRoot(`docs/guide/${slug}.md`).matchAll(/^```(csv|json) (users|licenses)\.(?:csv|json)\n([\s\S]*?)^```$/gm)].map(
    ([, form, kind = '', text = '']) => ({ slug, kind, text, format: form === 'csv' ? 'csv' : 'keygen' }),
  ),
)

describe('the files that the guide shows', () => {
  let test: SeededApp
  beforeAll(async () => {
    test = await createSeededApp()
  })
  afterAll(() => test?.close())

  it('are found', () => expect(files).toHaveLength(3))

  it.each(files)('are imported row by row as they stand: $kind of $slug', async ({ kind, text, format }) => {
    const {
      lines,
      end,
      text: answer,
    } = await importFile(test, test.maker, test.applicationId, { kind, format }, text)
    const rows = format === 'csv' ? text.trim().split('\n').length - 1 : JSON.parse(text).data.length
    expect(end, answer).toMatchObject({ new: rows, skipped: 0, wrong: 0 })
    const columns = lines.flatMap((line) => (line.type === 'columns' ? line.columns : []))
    expect(columns.filter(({ field }) => field === null)).toEqual([])
  })
})
