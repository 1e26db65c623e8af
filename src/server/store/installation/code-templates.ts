import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { deletesRow } from '../row-results.ts'

/** The edited text of a code sample. */
export interface EditedTemplate {
  readonly language: string
  readonly source: string
  /** Email of the last editor. */
  readonly editedBy: string
  readonly editedAt: Date
}

/** Edited code samples of the installation. */
export function codeTemplateStore(db: Kysely<Tables>) {
  return {
    find: async (language: string): Promise<EditedTemplate | undefined> => {
      const row = await db.selectFrom('code_templates').selectAll().where('language', '=', language).executeTakeFirst()
      return row && { language, source: row.source, editedBy: row.edited_by, editedAt: new Date(row.edited_at) }
    },
    /** Who edited what and when, without the texts. */
    list: async (): Promise<readonly Omit<EditedTemplate, 'source'>[]> => {
      const rows = await db.selectFrom('code_templates').select(['language', 'edited_by', 'edited_at']).execute()
      return rows.map((row) => ({
        language: row.language,
        editedBy: row.edited_by,
        editedAt: new Date(row.edited_at),
      }))
    },
    save: async ({ language, source, editedBy, editedAt }: EditedTemplate): Promise<void> => {
      const values = { source, edited_by: editedBy, edited_at: editedAt.getTime() }
      await db
        .insertInto('code_templates')
        .values({ language, ...values })
        .onConflict((conflict) => conflict.column('language').doUpdateSet(values))
        .execute()
    },
    /** Returns whether there was an edited text. */
    remove: (language: string): Promise<boolean> =>
      deletesRow(db.deleteFrom('code_templates').where('language', '=', language)),
  }
}
