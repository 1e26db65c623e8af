import type { mailRoutes } from '../../shared/contract/mail.ts'
import { maxFailedMailsShown } from '../../shared/mail.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { rightsOf } from '../http/auth/rights-of.ts'
import { audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { fieldError } from '../http/field-error.ts'
import type { Limiters } from '../http/limits/limiters.ts'
import { refuseFor } from '../http/limits/rate-limit.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { limitTable } from '../lib/limits/limit-table.ts'
import { testMailContent } from '../mails/mail-texts.ts'
import { isMailPort, MailNotSent, type SendAs } from '../mails/send-mail.ts'
import type { StoreSet } from '../store/index.ts'
import type { MailSender, OwnSmtp } from '../store/selling/mail-senders.ts'

export interface MailSettingsDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly limiters: Limiters
  /** Whether the installation has a mail server. */
  readonly hasServerSmtp: boolean
  readonly sendAs: SendAs
}

/** A test mail is waited for so long. */
const testTimeoutMs = 20_000

/** How an application sends mail to its customers. */
export function mailSettingsHandlers({
  stores,
  clock,
  limiters,
  hasServerSmtp,
  sendAs,
}: MailSettingsDeps): Handlers<typeof mailRoutes> {
  const testMails = limiters.window<number>('testMails')
  const senderOf = ({ smtp }: MailSender): 'own' | 'server' | null => (smtp ? 'own' : hasServerSmtp ? 'server' : null)
  const shown = async (from: Pick<StoreSet, 'mails'>, id: number, sender: MailSender, mayManage: boolean) => {
    const { fromName, replyTo, refused, refusedAt, refusedReason } = sender
    const queue = await from.mails.summary(id, limitTable.mailsWaiting.atOnce, maxFailedMailsShown)
    return {
      ...{ fromName, replyTo },
      sender: senderOf(sender),
      smtp: mayManage ? withoutPassword(sender.smtp) : null,
      queue: { ...queue, refused, refusedAt, refusedReason },
    }
  }

  return {
    'GET /api/applications/:id/mail': async ({ caller, params: { id } }) => {
      const application = await findApplication(stores, caller, id, 'look')
      const mayManage = rightsOf(caller, application, application.memberRole).has('manage')
      return shown(stores, id, await requireSender(stores, id), mayManage)
    },

    'PATCH /api/applications/:id/mail': ({ params: { id }, body, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const { smtp, ...change } = body
        const before = await requireSender(tx, id)
        await tx.mailSenders.update(id, {
          ...change,
          ...(smtp !== undefined && { smtp: smtp && withPassword(smtp, before.smtp) }),
        })
        const fields = Object.keys(body).join(', ')
        if (fields !== '') await audit(tx, actor, 'mail.update', ofApplication(id), clock.now(), fields)
        return shown(tx, id, await requireSender(tx, id), true)
      }),

    'POST /api/applications/:id/mail/test': async ({ params: { id }, ...actor }) => {
      const { caller } = actor
      await findApplication(stores, caller, id, 'manage')
      const sender = await requireSender(stores, id)
      if (senderOf(sender) === null) throw new Problem('mail_not_configured')
      refuseFor(testMails.take(caller.accountId))
      await stores.transaction((tx) => audit(tx, actor, 'mail.test', ofApplication(id), clock.now()))
      const mail = { to: caller.email, id: `test ${id} ${clock.nowMs()}`, ...testMailContent(sender.applicationName) }
      return { to: caller.email, error: await errorOf(sendAs(sender, mail, AbortSignal.timeout(testTimeoutMs))) }
    },
  }
}

async function requireSender(stores: Pick<StoreSet, 'mailSenders'>, id: number): Promise<MailSender> {
  const sender = await stores.mailSenders.find(id)
  if (!sender) throw new Problem('application_not_found')
  return sender
}

function withoutPassword(smtp: OwnSmtp | null) {
  if (!smtp) return null
  const { password, ...rest } = smtp
  return { ...rest, hasPassword: password !== null }
}

type NewSmtp = Omit<OwnSmtp, 'password'> & { readonly password?: string | undefined }

/** A stored password goes to no other server and to no other name: who may change the settings may not learn it. */
function withPassword({ password, ...smtp }: NewSmtp, stored: OwnSmtp | null): OwnSmtp {
  if (!isMailPort(smtp.port)) throw fieldError('smtp.port', 'Enter 25, 465, 587 or a port from 1024 on.')
  if (smtp.username === null) return { ...smtp, password: null }
  const isSame = (['host', 'port', 'username'] as const).every((field) => stored?.[field] === smtp[field])
  const known = password ?? (isSame ? stored?.password : undefined)
  if (known == null) throw fieldError('smtp.password', 'Enter the password of this mail server.')
  return { ...smtp, password: known }
}

async function errorOf(sending: Promise<void>): Promise<string | null> {
  try {
    await sending
    return null
  } catch (error) {
    if (error instanceof MailNotSent) return error.message
    throw error
  }
}
