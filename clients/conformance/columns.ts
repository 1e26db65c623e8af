import { sampleLanguages } from '../../src/shared/render-sample.ts'

/** The columns of the table: the languages, and what is built from one of them for another system. */
export const columnIds = [...sampleLanguages, 'cpp-windows'] as const
export type ColumnId = (typeof columnIds)[number]

/** Where a language has to be green before it is published. */
export const columnsOf = (language: string): readonly ColumnId[] =>
  columnIds.filter((id) => id === language || id === `${language}-windows`)
