import type { Kysely, Selectable } from 'kysely'
import type { signingKeyStates } from '../../../shared/contract/signing-keys.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'

export type SigningKeyState = (typeof signingKeyStates)[number]

/** A key pair: base64 of the DER of each key. */
export interface KeyPair {
  /** SubjectPublicKeyInfo. */
  readonly publicKey: string
  /** PKCS #8. */
  readonly privateKey: string
}

export interface SigningKey {
  readonly applicationId: number
  readonly number: number
  readonly state: SigningKeyState
  readonly publicKey: string
  /** null: the key was revoked. */
  readonly privateSealed: string | null
  readonly createdAt: Date
  readonly changedAt: Date
}

/** The public name of a key. */
export const signingKeyId = (applicationId: number, number: number) => `app_${applicationId}.rs256.${number}`

/** Keys that sign an application's responses: at most one is current and one is next. */
export function signingKeyStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** Newest first. */
    list: async (applicationId: number): Promise<SigningKey[]> => {
      const rows = await db
        .selectFrom('signing_keys')
        .selectAll()
        .where('application_id', '=', applicationId)
        .orderBy('number', 'desc')
        .execute()
      return rows.map(fromRow)
    },
    /** Atomic: when two nodes insert a key of the same number, or a second current or next key, one does nothing. */
    insert: async (
      applicationId: number,
      number: number,
      state: 'current' | 'next',
      pair: KeyPair,
      now: Date,
    ): Promise<void> => {
      await db
        .insertInto('signing_keys')
        .values({
          application_id: applicationId,
          number,
          state,
          public_key: pair.publicKey,
          private_sealed: secrets.seal(sealedFor(applicationId, number), pair.privateKey),
          created_at: now.getTime(),
          changed_at: now.getTime(),
        })
        .onConflict((clash) => clash.doNothing())
        .execute()
    },
    /** Changes a key's state; false when it was no longer in the expected state. */
    move: async (
      applicationId: number,
      number: number,
      from: SigningKeyState,
      to: SigningKeyState,
      now: Date,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('signing_keys')
        .set({ state: to, changed_at: now.getTime(), ...(to === 'revoked' && { private_sealed: null }) })
        .where('application_id', '=', applicationId)
        .where('number', '=', number)
        .where('state', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
    /** The private key in base64; throws when the row was copied from another application. */
    open: ({ applicationId, number }: Pick<SigningKey, 'applicationId' | 'number'>, privateSealed: string): string =>
      secrets.open(sealedFor(applicationId, number), privateSealed),
    /** Applications without a key, oldest first: those created before responses were signed. */
    withoutKeys: async (limit: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('applications')
        .select('id')
        .where('deleted_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('signing_keys')
                .select('signing_keys.id')
                .whereRef('signing_keys.application_id', '=', 'applications.id'),
            ),
          ),
        )
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** Associated data: the ciphertext can't be decrypted in another row. */
const sealedFor = (applicationId: number, number: number) => `app:${applicationId}:sigkey:${number}`

function fromRow(row: Selectable<Tables['signing_keys']>): SigningKey {
  return {
    applicationId: row.application_id,
    number: row.number,
    state: row.state as SigningKeyState,
    publicKey: row.public_key,
    privateSealed: row.private_sealed,
    createdAt: new Date(row.created_at),
    changedAt: new Date(row.changed_at),
  }
}
