import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { clientIp } from '../../http/client-ip.ts'
import { evaluate } from '../../http/limits/attempt.ts'
import { refuseFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import { limitTable } from '../../lib/limits/limit-table.ts'
import { equalsConstantTime } from '../../lib/tokens.ts'
import type { MailSubject } from '../../mails/mail-texts.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { PortalCodeKind } from '../../store/selling/portal-codes.ts'
import type { Customer } from '../../store/selling/portal-sessions.ts'
import type { PortalContext } from './portal-context.ts'

const { portalCodesPerHour, portalCodesPerDay, portalCodeTries } = limitTable

interface CodeToSend {
  readonly kind: PortalCodeKind
  readonly customer: Customer
  readonly to: string
  readonly validMs: number
  /** What the mail says of it. */
  readonly subject: (code: string) => MailSubject
}

/** Stores a code and queues the mail with it, or does nothing where the customer was sent enough of them. */
export async function sendCode(
  { stores, clock, mailQueue, signCode }: PortalContext,
  { id: applicationId }: Application,
  { kind, customer, to, validMs, subject }: CodeToSend,
): Promise<void> {
  const code = String(randomInt(0, 10 ** codeLength)).padStart(codeLength, '0')
  await stores.transaction(async (tx) => {
    // of codes that are asked for at once, on all servers, each sees the ones before it
    const isThere =
      customer.userId === null
        ? await tx.licenses.lock(applicationId, customer.licenseId)
        : await tx.clientSessions.lockUser(applicationId, customer.userId)
    if (!isThere) return
    const at = clock.now()
    const sent = await tx.portal.codes.sentAt(applicationId, customer, portalCodesPerDay.limit)
    if (isEnough(sent, at)) return
    const endsAt = new Date(at.getTime() + validMs)
    const codeHash = signCode(`${applicationId} ${kind} ${nameOf(customer)} ${code}`)
    await tx.portal.codes.insert(applicationId, { kind, customer, email: to, codeHash, at, endsAt })
    await mailQueue.queueMail(tx, { applicationId, to, subject: subject(code), expiresAt: endsAt })
  })
}

const codeLength = 8

/** `sent`: the newest first. */
function isEnough(sent: readonly Date[], now: Date): boolean {
  return [portalCodesPerHour, portalCodesPerDay].some(({ limit, windowMs }) => {
    const first = sent[limit - 1]
    return first !== undefined && now.getTime() - first.getTime() < windowMs
  })
}

const nameOf = ({ userId, licenseId }: Customer) => (userId === null ? `license ${licenseId}` : `user ${userId}`)

/**
 * Uses up a code, and returns where it was sent. Whether there is such a customer makes no difference: a missing one has
 * the id 0, and takes the same steps.
 * @throws Problem `code_invalid`
 */
export async function useCode(
  { stores, clock, wrongCodes, signCode }: PortalContext,
  request: FastifyRequest,
  { id: applicationId }: Application,
  { kind, customer, code }: { readonly kind: PortalCodeKind; readonly customer: Customer; readonly code: string },
): Promise<string> {
  const email = await evaluate(wrongCodes(applicationId, clientIp(request)), async () => {
    const now = clock.now()
    const hash = signCode(`${applicationId} ${kind} ${nameOf(customer)} ${code}`)
    const tried = await stores.transaction((tx) =>
      tx.portal.codes.countTry(applicationId, { kind, customer }, portalCodeTries.atOnce, now),
    )
    const isRight = equalsConstantTime(tried?.codeHash ?? '', hash)
    if (!tried || !isRight) return undefined
    return (await stores.transaction((tx) => tx.portal.codes.use(applicationId, tried.id, now)))
      ? tried.email
      : undefined
  })
  if (email === undefined) throw new Problem('code_invalid')
  return email
}

/** Does what a call asks for after its answer, which is the same whether there is anything to do. */
export async function afterAnswer(
  { backgroundQueue, mailQueue, mailCalls, stores }: PortalContext,
  request: FastifyRequest,
  { id }: Application,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await mailQueue.canSend(stores, id))) throw new Problem('mail_not_configured')
  refuseFor(mailCalls.take(`${id} ${ipLimiterKey(clientIp(request))}`))
  backgroundQueue.add('portal mail', work)
}
