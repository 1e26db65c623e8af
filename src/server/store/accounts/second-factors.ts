import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull, msOrNull } from '../columns.ts'
import { deletesRow, updatesRow } from '../row-results.ts'

/** The authenticator app of an account. */
export interface Totp {
  /** Base32, the format of authenticator apps. */
  readonly secret: string
  /** null until a first code confirmed it: until then sign-in doesn't ask for it. */
  readonly confirmedAt: Date | null
}

/** How an account is protected besides its password. */
export interface FactorSummary {
  readonly hasTotp: boolean
  readonly passkeyCount: number
  readonly recoveryCodesLeft: number
}

/** Authenticator apps and recovery codes. Secrets are encrypted, codes stored as keyed hashes. */
export function secondFactorStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    summary: async (accountId: number): Promise<FactorSummary> => {
      const row = await db
        .selectNoFrom((eb) => [
          eb
            .selectFrom('totp_factors')
            .select((counted) => counted.fn.countAll().as('count'))
            .where('account_id', '=', accountId)
            .where('confirmed_at', 'is not', null)
            .as('totps'),
          eb
            .selectFrom('passkeys')
            .select((counted) => counted.fn.countAll().as('count'))
            .where('account_id', '=', accountId)
            .as('passkeys'),
          eb
            .selectFrom('recovery_codes')
            .select((counted) => counted.fn.countAll().as('count'))
            .where('account_id', '=', accountId)
            .as('codes'),
        ])
        .executeTakeFirstOrThrow()
      return {
        hasTotp: Number(row.totps) > 0,
        passkeyCount: Number(row.passkeys),
        recoveryCodesLeft: Number(row.codes),
      }
    },

    /** Which of these accounts need a second factor to sign in. */
    accountsWith: async (accountIds: readonly number[]): Promise<ReadonlySet<number>> => {
      if (accountIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('totp_factors')
        .select('account_id')
        .where('account_id', 'in', accountIds)
        .where('confirmed_at', 'is not', null)
        .union(db.selectFrom('passkeys').select('account_id').where('account_id', 'in', accountIds))
        .execute()
      return new Set(rows.map((row) => row.account_id))
    },

    findTotp: async (accountId: number): Promise<Totp | undefined> => {
      const row = await db.selectFrom('totp_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst()
      return (
        row && {
          secret: secrets.open(sealedFor(accountId), row.secret_sealed),
          confirmedAt: dateOrNull(row.confirmed_at),
        }
      )
    },

    /** Stores a new secret; false when the account has a confirmed one, which stays. */
    beginTotp: async (accountId: number, secret: string, now: Date): Promise<boolean> => {
      const values = {
        secret_sealed: secrets.seal(sealedFor(accountId), secret),
        created_at: now.getTime(),
        confirmed_at: null,
        last_step: 0,
      }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('totp_factors')
        .values({ account_id: accountId, ...values })
        .onConflict((clash) =>
          clash.column('account_id').doUpdateSet(values).where('totp_factors.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    /**
     * Consumes the TOTP time step (replay protection): the same code never works twice. Also confirms the app where
     * asked. False when this step or a later one was used before.
     */
    consumeTotpStep: (accountId: number, step: number, confirmedAt: Date | null = null): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('totp_factors')
          .set({ last_step: step, ...(confirmedAt && { confirmed_at: msOrNull(confirmedAt) }) })
          .where('account_id', '=', accountId)
          .where('confirmed_at', confirmedAt ? 'is' : 'is not', null)
          .where('last_step', '<', step),
      ),

    removeTotp: (accountId: number): Promise<boolean> =>
      deletesRow(
        db.deleteFrom('totp_factors').where('account_id', '=', accountId).where('confirmed_at', 'is not', null),
      ),

    replaceRecoveryCodes: async (accountId: number, codes: readonly string[]): Promise<void> => {
      await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
      if (codes.length === 0) return
      const rows = codes.map((code) => ({ account_id: accountId, code_lookup: lookup(accountId, code) }))
      await db.insertInto('recovery_codes').values(rows).execute()
    },

    /** Each works once. */
    consumeRecoveryCode: (accountId: number, code: string): Promise<boolean> =>
      deletesRow(
        db
          .deleteFrom('recovery_codes')
          .where('account_id', '=', accountId)
          .where('code_lookup', '=', lookup(accountId, code)),
      ),

    /** Removes every second factor, for a user who lost the device. Returns whether there was any. */
    removeAll: async (accountId: number): Promise<boolean> => {
      let removed = 0n
      for (const table of ['totp_factors', 'passkeys', 'recovery_codes'] as const) {
        const { numDeletedRows } = await db.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst()
        removed += numDeletedRows
      }
      return removed > 0n
    },
  }

  /** Codes are short enough to be guessed from a plain hash, so the hash is keyed. */
  function lookup(accountId: number, code: string): string {
    return secrets.lookup(`recovery:${accountId}`, code)
  }
}

const sealedFor = (accountId: number) => `account:${accountId}:totp`
