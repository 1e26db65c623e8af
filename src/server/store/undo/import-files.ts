import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { timeText } from './operation-list.ts'

/** Bytes per stored part: several are written or deleted within milliseconds. */
export const partBytes = 16 * 1024
const partsAtOnce = 50

/**
 * Files of imports that are under way, so that another server can go on with them. Encrypted: a file may contain
 * passwords and license keys.
 */
export function importFileStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** Stores the bytes from part `first` on. */
    save: async (fileId: string, first: number, bytes: Buffer): Promise<void> => {
      for (let start = 0; start < bytes.length; start += partBytes) {
        const number = first + start / partBytes
        const text = bytes.toString('latin1', start, start + partBytes)
        const sealed = secrets.seal(sealedFor(fileId, number), text)
        await db.insertInto('import_parts').values({ file_id: fileId, number, sealed }).execute()
      }
    },
    read: async (fileId: string): Promise<Buffer> => {
      const parts: Buffer[] = []
      for (;;) {
        const rows = await db
          .selectFrom('import_parts')
          .select(['number', 'sealed'])
          .where('file_id', '=', fileId)
          .where('number', '>=', parts.length)
          .orderBy('number')
          .limit(partsAtOnce)
          .execute()
        for (const { number, sealed } of rows) {
          if (number !== parts.length) throw new Error(`Part ${parts.length} of the file is missing.`)
          parts.push(Buffer.from(secrets.open(sealedFor(fileId, number), sealed), 'latin1'))
        }
        if (rows.length < partsAtOnce) return Buffer.concat(parts)
      }
    },
    /**
     * Deletes the files of imports that have ended, and those made before `cutoff` that no import has; at most `batch`
     * parts. Returns how many.
     */
    purge: async (cutoff: Date, batch: number): Promise<number> => {
      const parts = await db
        .selectFrom('import_parts')
        .leftJoin('operations', 'operations.file_id', 'import_parts.file_id')
        .select(['import_parts.file_id', 'import_parts.number'])
        .where(
          sql<boolean>`case when operations.id is null then import_parts.file_id < ${timeText(cutoff)}
            else finished_at is not null or stopped_at is not null end`,
        )
        .limit(batch)
        .execute()
      for (const { file_id, number } of parts) {
        await db.deleteFrom('import_parts').where('file_id', '=', file_id).where('number', '=', number).execute()
      }
      return parts.length
    },
  }
}

/** Associated data: the ciphertext can't be decrypted as another part, or as one of another file. */
const sealedFor = (fileId: string, number: number) => `import:${fileId}:${number}`
