import type { customMessageRoutes } from '../../shared/contract/custom-messages.ts'
import { type MessageTexts, messageDefaults, messageNames, messageText } from '../../shared/messages.ts'
import { accountSubject } from '../accounts/account.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { audit, type Dashboard } from '../http/dashboard.ts'
import type { Handlers } from '../http/serve-routes.ts'

export function customMessageHandlers({ stores, clock, onChanged }: Dashboard): Handlers<typeof customMessageRoutes> {
  return {
    'GET /api/custom-messages': async ({ caller, query: { applicationId } }) => {
      const accountId =
        applicationId === undefined
          ? caller.accountId
          : (await findApplication(stores, caller, applicationId, 'look')).ownerId
      return effectiveMessages(await stores.customMessages.find(accountId))
    },

    'PUT /api/custom-messages': async ({ caller, request, body }) => {
      const texts = await stores.transaction(async (tx) => {
        await tx.customMessages.update(caller.accountId, withoutDefaults(body))
        await audit(tx, { caller, request }, 'custom_messages.update', accountSubject(caller.accountId), clock.now())
        return tx.customMessages.find(caller.accountId)
      })
      onChanged({ accountId: caller.accountId })
      return effectiveMessages(texts)
    },

    'POST /api/custom-messages/reset': async ({ caller, request }) => {
      await stores.transaction(async (tx) => {
        await tx.customMessages.reset(caller.accountId)
        await audit(tx, { caller, request }, 'custom_messages.reset', accountSubject(caller.accountId), clock.now())
      })
      onChanged({ accountId: caller.accountId })
      return { ...messageDefaults }
    },
  }
}

/** All texts as clients get them: the default where none is set. */
function effectiveMessages(texts: MessageTexts) {
  const text = (name: keyof typeof messageDefaults) => messageText(name, {}, texts)
  return {
    loginSuccess: text('loginSuccess'),
    loginFailed: text('loginFailed'),
    accountDisabled: text('accountDisabled'),
    accountExpired: text('accountExpired'),
    versionMismatch: text('versionMismatch'),
    hwidMismatch: text('hwidMismatch'),
  }
}

/** The form sends unchanged defaults back; stored as null they keep following the default. */
function withoutDefaults(texts: MessageTexts): MessageTexts {
  return Object.fromEntries(
    messageNames.map((name) => [name, texts[name]?.trim() === messageDefaults[name] ? null : texts[name]]),
  )
}
