import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { accountKeys } from '../../api/query-keys/account.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { ownAccountKey } from '../../common/reauthentication/use-own-account.ts'
import * as texts from '../../texts/account.ts'
import { showTimesIn } from '../../ui/text/format.ts'

export type Passkey = ApiReply<'GET /api/account/passkeys'>[number]
export type OwnSession = ApiReply<'GET /api/account/sessions'>[number]
export type ManagementToken = ApiReply<'GET /api/account/tokens'>[number]

export const usePasskeys = () =>
  useQuery({
    queryKey: accountKeys.passkeys,
    queryFn: ({ signal }) => api('GET /api/account/passkeys', {}, { signal }),
  })

export const useOwnSessions = () =>
  useQuery({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => api('GET /api/account/sessions', {}, { signal }),
  })

export const useTokens = () =>
  useQuery({
    queryKey: accountKeys.tokens,
    queryFn: ({ signal }) => api('GET /api/account/tokens', {}, { signal }),
  })

type NewPassword = { readonly currentPassword: string; readonly newPassword: string }

export function useChangePassword(onDone: (reply: unknown, sent: NewPassword) => void) {
  return useMutate((body: NewPassword) => api('POST /api/account/password', { body }), {
    done: { title: texts.passwordChanged, description: texts.youWereSignedOut },
    failed: texts.failedToChangePassword,
    refresh: [ownAccountKey, 'GET /api/account/sessions'],
    onDone,
  })
}

/** Every screen shows dates in the new zone from now on, this one too. */
export function useTimeZoneChange() {
  return useMutate((timeZone: string | null) => api('PATCH /api/account', { body: { timeZone } }), {
    done: texts.timeZoneSaved,
    failed: texts.failedToSaveTime,
    refresh: [ownAccountKey, 'GET /api/account/sessions'],
    onReply: ({ timeZone }) => showTimesIn(timeZone),
  })
}

export function useEndSession() {
  return useMutate(({ id }: OwnSession) => api('DELETE /api/account/sessions/:id', { params: { id } }), {
    done: texts.sessionEnded,
    failed: texts.failedToEndSession,
    refresh: [ownAccountKey, 'GET /api/account/sessions'],
  })
}

export function useSignOutEverywhere(onDone: () => void) {
  return useMutate(() => api('POST /api/account/sign-out-everywhere'), { failed: texts.failedToSignOut, onDone })
}

export function useBeginTotp() {
  return useMutate(() => api('POST /api/account/totp'), { failed: texts.failedToSetUp })
}

/** The codes are returned only once, so they are shown even after the dialog closed. */
export function useConfirmTotp(onCodes: (recoveryCodes: readonly string[]) => void) {
  return useMutate((code: string) => api('POST /api/account/totp/confirm', { body: { code } }), {
    done: texts.authenticatorAppSetUp,
    failed: false,
    refresh: ownAccountKey,
    onReply: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
}

export function useRemoveTotp(onDone: () => void) {
  return useMutate(() => api('DELETE /api/account/totp'), {
    done: texts.authenticatorAppRemoved,
    failed: texts.failedToRemoveAuthenticator,
    refresh: ownAccountKey,
    onDone,
  })
}

export function useNewRecoveryCodes(onCodes: (recoveryCodes: readonly string[]) => void) {
  return useMutate(() => api('POST /api/account/recovery-codes'), {
    failed: texts.failedToCreateRecovery,
    refresh: ownAccountKey,
    onReply: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
}

const passkeysChanged = [ownAccountKey, 'GET /api/account/passkeys'] as const

export function useAddPasskey(onCodes: (recoveryCodes: readonly string[]) => void, onDone: () => void) {
  return useMutate(
    async (name: string) => {
      const { makePasskey } = await import('../../api/passkey.ts')
      const response = await makePasskey(await api('POST /api/account/passkeys/options'))
      return api('POST /api/account/passkeys', { body: { name, response } })
    },
    {
      done: texts.passkeyAdded,
      failed: texts.failedToAddPasskey,
      refresh: passkeysChanged,
      onReply: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onDone,
    },
  )
}

export function useRenamePasskey(onDone: () => void) {
  return useMutate(
    ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      api('PATCH /api/account/passkeys/:id', { params: { id: String(id) }, body: { name } }),
    { done: texts.passkeyRenamed, failed: texts.failedToRenamePasskey, refresh: passkeysChanged, onDone },
  )
}

export function useRemovePasskey(onDone: () => void) {
  return useMutate(({ id }: Passkey) => api('DELETE /api/account/passkeys/:id', { params: { id: String(id) } }), {
    done: texts.passkeyRemoved,
    failed: texts.failedToRemovePasskey,
    refresh: passkeysChanged,
    onDone,
  })
}

export type NewToken = Parameters<typeof api<'POST /api/account/tokens'>>[1]['body']

const tokensChanged = [ownAccountKey, 'GET /api/account/tokens'] as const

export function useCreateToken() {
  return useMutate((body: NewToken) => api('POST /api/account/tokens', { body }), {
    failed: texts.failedToCreateToken,
    refresh: tokensChanged,
  })
}

export function useRevokeToken(onDone: () => void) {
  return useMutate(({ id }: ManagementToken) => api('DELETE /api/account/tokens/:id', { params: { id: String(id) } }), {
    done: texts.tokenRevoked,
    failed: texts.failedToRevokeToken,
    refresh: tokensChanged,
    onDone,
  })
}
