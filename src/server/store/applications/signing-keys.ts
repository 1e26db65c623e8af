import type { Kysely, Selectable } from 'kysely'
import type { signingKeyStates } from '../../../shared/contract/signing-keys.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'

export type SigningKeyState = (typeof signingKeyStates)[number]

/** A key pair as it travels: base64 of the DER of each half. */
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

/** What names a key to programs and people. */
export const signingKeyId = (applicationId: number, number: number) => `app_${applicationId}.rs256.${number}`

/** The keys that sign an application's answers: at most one is current and one is next. */
export function signingKeyStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** The newest first. */
    list: async (applicationId: number): Promise<SigningKey[]> => {
      const rows = await db
        .selectFrom('signing_keys')
        .selectAll()
        .where('application_id', '=', applicationId)
        .orderBy('number', 'desc')
        .execute()
      return rows.map(fromRow)
    },
    /** Atomic: of two nodes that insert a key of the same number, or a second current or next one, one does nothing. */
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
    /** Moves a key from one state to another; false when it was not in that state (any more). */
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
    /** The private half in base64, for who signs; throws when the row was moved from another application. */
    open: ({ applicationId, number }: Pick<SigningKey, 'applicationId' | 'number'>, privateSealed: string): string =>
      secrets.open(sealedFor(applicationId, number), privateSealed),
    /** Applications that have no key yet, the oldest first: those made before there were signed answers. */
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

/** Binds the ciphertext to its key: moved to another row it does not open. */
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
