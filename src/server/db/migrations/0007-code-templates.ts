import type { Migration } from '../dialect.ts'

/** Edited code samples of the installation; a language without a row uses its shipped text. */
export const codeTemplates: Migration = {
  name: '0007-code-templates',
  statements: ({ int, end }) => [
    `CREATE TABLE code_templates (
      language TEXT PRIMARY KEY,
      source TEXT NOT NULL,
      edited_by TEXT NOT NULL,
      edited_at ${int} NOT NULL
    )${end}`,
  ],
}
