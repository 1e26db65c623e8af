import type { RunningServer } from '../harness/start-server.ts'
import type { Receiver } from '../harness/webhook-receiver.ts'
import { hostileTexts } from './hostile-texts.ts'
import { clientCall, newApplication, ownerCall, type WalkApplication } from './walk-fixtures.ts'

export interface SeededHostileTexts {
  readonly applications: readonly WalkApplication[]
  readonly first: WalkApplication
  readonly webhookId: number
  /** Addresses of the webhooks as the server holds them. */
  readonly urls: readonly string[]
  readonly userIds: readonly number[]
  /** Status of each hostile text where only an address may stand. */
  readonly emailStatuses: readonly number[]
  /** What the receiver answered to the two deliveries. */
  readonly answers: readonly string[]
}

const { length } = hostileTexts
const half = length / 2
const perMessage = length / 6
const messageNames = [
  'loginSuccess',
  'loginFailed',
  'accountDisabled',
  'accountExpired',
  'versionMismatch',
  'hwidMismatch',
]

/** The sixty texts in six messages of ten. */
export const hostileMessages = messageNames.map((name, index) => ({
  name,
  text: hostileTexts.slice(index * perMessage, (index + 1) * perMessage).join(' ¦ '),
}))

/** Puts every hostile text into every field that is shown, by the calls that anybody or a maker has. */
export async function seedHostileTexts(server: RunningServer, receiver: Receiver): Promise<SeededHostileTexts> {
  const names = hostileTexts.slice(0, 10)
  const applications = await Promise.all(names.map((name) => newApplication(server, name)))
  const [first] = applications
  if (first === undefined) throw new Error('there is no application')
  const hook = await webhooks(server, receiver)
  const userIds = await users(server, first)
  const emailStatuses = await emails(server, first)
  await activity(server, first)
  await Promise.all([licenses(server, first), accounts(server), tokens(server), messages(server, first)])
  await ownerCall(server, 'PATCH', `/api/applications/${first.id}`, {
    description: hostileTexts.slice(0, 25).join('\n'),
  })
  const answers = await deliveries(server, first, receiver, hook.id)
  // Last: a block would keep its own user out.
  await blocks(server)
  return { applications, first, webhookId: hook.id, urls: hook.urls, userIds, emailStatuses, answers }
}

/** One half registers itself, the other one is made by the maker; each is bound to a hostile hardware id. */
async function users(server: RunningServer, application: WalkApplication): Promise<number[]> {
  const password = 'pw123456'
  const registered = hostileTexts.slice(0, half).map(async (username) => {
    const body = { username, password, hwid: username, email: `o'hit@example.com` }
    const { success, code, user_id: id = 0 } = await clientCall(server, application, 'register', body)
    if (!success) throw new Error(`${username}: ${code}`)
    return id
  })
  const added = hostileTexts.slice(half).map(async (username) => {
    const body = { username, password, hwid: username }
    return (await ownerCall<{ id: number }>(server, 'POST', `/api/applications/${application.id}/users`, body)).id
  })
  return Promise.all([...registered, ...added])
}

/** No hostile text is an address: each is refused, by both ways in. */
async function emails(server: RunningServer, application: WalkApplication): Promise<number[]> {
  const path = `/api/applications/${application.id}/users`
  const tries = hostileTexts.map(async (email, index) => {
    const user = { username: `mail-${index}`, password: 'pw123456', email }
    const { code } = await clientCall(server, application, 'register', user)
    const { status } = await server.api('POST', path, user)
    return code === 'invalid_request' ? status : 0
  })
  return Promise.all(tries)
}

/** Refused for their version, so that nothing is hashed: name, program and reason land in the log. */
async function activity(server: RunningServer, { apiKey }: WalkApplication): Promise<void> {
  const login = (username: string) =>
    fetch(`${server.origin}/api/v1/login`, {
      method: 'POST',
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        // A header carries bytes.
        'user-agent': Buffer.from(username.trim()).toString('latin1'),
      },
      body: JSON.stringify({ username, password: 'any', version: '0.1', hwid: username }),
    })
  for (const username of hostileTexts) await login(username)
}

async function licenses(server: RunningServer, { id }: WalkApplication): Promise<void> {
  const path = `/api/applications/${id}/licenses`
  await Promise.all(
    hostileTexts.map((text) => ownerCall(server, 'POST', path, { licenseKey: text, description: text })),
  )
}

async function messages(server: RunningServer, { id }: WalkApplication): Promise<void> {
  const texts = Object.fromEntries(hostileMessages.map(({ name, text }) => [name, text]))
  const own = Object.fromEntries(hostileMessages.map(({ name, text }) => [`${name}Message`, text]))
  await ownerCall(server, 'PUT', '/api/custom-messages', texts)
  await ownerCall(server, 'PATCH', `/api/applications/${id}`, own)
}

async function blocks(server: RunningServer): Promise<void> {
  const entries = hostileTexts.map((value, index) => ({
    type: index % 2 === 0 ? 'username' : 'hwid',
    value,
    reason: value,
  }))
  await Promise.all(entries.map((entry) => ownerCall(server, 'POST', '/api/blacklist', entry)))
}

/** First and last names, which their owners choose when they accept an invitation. */
async function accounts(server: RunningServer): Promise<void> {
  const invite = async (index: number) => {
    const email = `hostile-${index}@example.com`
    const { invite: link } = await ownerCall<{ invite: { token: string } }>(server, 'POST', '/api/admin/users', {
      email,
    })
    const [firstName, lastName] = [hostileTexts[index], hostileTexts[index + half]]
    const body = { token: link.token, password: 'plenty of letters here', firstName, lastName }
    const response = await fetch(`${server.origin}/api/auth/invite`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`invite: ${await response.text()}`)
  }
  await Promise.all(Array.from({ length: half }, (_, index) => invite(index)))
}

async function tokens(server: RunningServer): Promise<void> {
  for (const name of hostileTexts.slice(0, 20)) {
    await ownerCall(server, 'POST', '/api/account/tokens', { name, days: 1, actions: ['users:read'] })
  }
}

/** An account has few webhooks: each address carries several texts, half of them in its path. */
async function webhooks(server: RunningServer, receiver: Receiver) {
  const make = (url: string, isActive: boolean) =>
    ownerCall<{ id: number; url: string }>(server, 'POST', '/api/webhooks', { url, events: ['user_login'], isActive })
  const idle = Array.from({ length: perMessage }, (_, index) => {
    const [path = '', ...query] = hostileTexts.filter((_text, at) => at % perMessage === index).map(encodeURIComponent)
    return make(`https://example.com/${path}?q=${query.join('&q=')}`, false)
  })
  const urls = (await Promise.all(idle)).map(({ url }) => url)
  return { id: (await make(`${receiver.url}?q='hit(0)'`, true)).id, urls }
}

/** Two deliveries, which the receiver answers with a page made of hostile texts. */
async function deliveries(server: RunningServer, application: WalkApplication, receiver: Receiver, id: number) {
  const answers = [hostileTexts.slice(0, half), hostileTexts.slice(half)].map((texts) => texts.join('\n'))
  for (const [index, answer] of answers.entries()) {
    receiver.answerWith((response) => {
      response.writeHead(200, '<img src=x onerror=hit(0)>', { 'content-type': 'text/html', refresh: '0;url=//evil' })
      response.end(answer)
    })
    const user = { username: `guest-${index}`, password: 'pw123456', hwid: '<img src=x onerror=hit(0)>' }
    await ownerCall(server, 'POST', `/api/applications/${application.id}/users`, { ...user, hwid: '' })
    const { success, code } = await clientCall(server, application, 'login', user)
    if (!success) throw new Error(code)
    await receiver.until(index + 1)
    await untilDelivered(server, id, index + 1)
  }
  return answers
}

/** The answer is stored a moment after it was given. */
async function untilDelivered(server: RunningServer, id: number, count: number): Promise<void> {
  const path = `/api/webhooks/${id}/deliveries`
  for (;;) {
    const rows = await ownerCall<{ status: string }[]>(server, 'GET', path)
    if (rows.filter(({ status }) => status === 'delivered').length >= count) return
  }
}
