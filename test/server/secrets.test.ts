import { spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { openSecrets } from '../../src/server/lib/secrets.ts'
import { openStores } from '../../src/server/store/index.ts'
import { codeAt } from '../harness/second-factor.ts'
import { type RunningServer, serverEnv, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { filesIn, findSecrets, type Place } from './find-secrets.ts'

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))
const keyFiles = ['master.key', 'admin.key']

/** Unique in the run. */
const canary = (what: string) => `Canary${what}Zq7vXw93KpLm`
const typed = {
  ownerPassword: canary('Owner'),
  newPassword: canary('Changed'),
  wrongPassword: canary('Wrong'),
  userPassword: canary('User'),
  wrongUserPassword: canary('Guess'),
  license: canary('License'),
  webhookSecret: canary('Hook'),
  discordUrl: canary('Discord'),
  adminKey: canary('AdminKeyLongEnoughToBeOne'),
  wrongAdminKey: canary('AdminKeyThatIsWrong'),
  smtpPassword: canary('Smtp'),
  ownSmtpPassword: canary('OwnSmtp'),
}

/** The dashboard as the browser of one owner, who keeps every error that came back. */
function client(origin: string, errors: Buffer[]) {
  let cookie = ''
  const call = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) {
      if (set.startsWith('sid=')) cookie = set.split(';')[0] ?? ''
    }
    const text = await response.text()
    if (!response.ok) errors.push(Buffer.from(text), Buffer.from(JSON.stringify([...response.headers])))
    return {
      status: response.status,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T,
    }
  }
  return {
    call,
    cookie: () => cookie.split('=')[1] ?? '',
    /** A call that must succeed: what it carried was taken. */
    take: async <T>(...asked: Parameters<typeof call>): Promise<T> => {
      const { status, body } = await call<T>(...asked)
      if (status !== 200) throw new Error(`${asked[0]} ${asked[1]}: ${status} ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** Uses every kind of secret once, correctly and incorrectly, and returns them. */
async function useEverySecret(server: RunningServer, errors: Buffer[]): Promise<Map<string, string | Buffer>> {
  const { call, take, cookie } = client(server.origin, errors)
  const secrets = new Map<string, string | Buffer>(Object.entries(typed))
  const email = 'maker@example.com'
  const setupToken = /setup#token=([\w-]+)/.exec(server.output())?.[1] ?? ''
  await take('POST', '/api/setup', { token: setupToken, email, password: typed.ownerPassword })
  expect((await call('POST', '/api/setup', { token: setupToken, email, password: typed.wrongPassword })).status).toBe(
    404,
  )
  expect((await call('POST', '/api/auth/login', { email, password: typed.wrongPassword })).status).toBe(401)
  const { rememberShare } = await take<{ rememberShare: string }>('POST', '/api/auth/login', {
    ...{ email, password: typed.ownerPassword, remember: true },
  })
  secrets.set('session cookie before the change', cookie())

  const made = await take<{ id: number; apiKey: string }>(
    ...([
      'POST',
      '/api/applications',
      { name: 'Secrets', hwidLockEnabled: false },
      { 'idempotency-key': 'once-and-again' },
    ] as const),
  )
  const base = `/api/applications/${made.id}`
  const { apiKey } = await take<{ apiKey: string }>('POST', `${base}/api-keys`, { grace: '7d' })
  const user = await take<{ id: number }>('POST', `${base}/users`, { username: 'ada', password: typed.userPassword })
  await take('POST', `${base}/licenses`, { licenseKey: typed.license })
  const hook = { applicationId: made.id, events: ['user_login', 'login_failed'] }
  const address = 'http://127.0.0.1:9'
  await take('POST', '/api/webhooks', { ...hook, url: `${address}/hook`, secret: typed.webhookSecret })
  const chat = { ...hook, url: `${address}/api/webhooks/1/${typed.discordUrl}`, format: 'discord' }
  const { id: chatId, secret: madeSecret } = await take<{ id: number; secret: string }>('POST', '/api/webhooks', chat)
  await take('POST', `/api/webhooks/${chatId}/test`, { event: 'user_login' })

  const smtp = { host: '127.0.0.1', port: 2525, security: 'tls', username: 'mailer', from: 'shop@example.com' }
  await take('PATCH', `${base}/mail`, { smtp: { ...smtp, password: typed.ownSmtpPassword } })
  await take('POST', `${base}/mail/test`)
  const { id: presetId } = await take<{ id: number }>('POST', `${base}/presets`, { name: 'Pro' })
  const shop = await take<{ id: number }>('POST', `${base}/shops`, { provider: 'api', name: 'Tokens' })
  const products = [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'mail' }]
  await take('PATCH', `${base}/shops/${shop.id}`, { products })
  const order = { event: 'order.paid', order_id: 'A-1', product: 'pro', email: 'buyer@example.com' }
  const { keys } = await take<{ keys: string[] }>('POST', `${base}/orders`, order)

  const program = { 'x-api-key': apiKey }
  const login = { username: 'ada', password: typed.userPassword }
  await take('POST', '/api/v1/login', login, program)
  await take('POST', `/api/v1/login?api_key=${made.apiKey}`, login, { 'x-nonce': '0123456789abcdef' })
  expect((await call('POST', '/api/v1/login', { ...login, password: typed.wrongUserPassword }, program)).status).toBe(
    401,
  )
  const registration = { username: 'bea', password: typed.userPassword, license_key: typed.license }
  await take('POST', '/api/v1/register', registration, program)
  const started = await take<{ session_token: string }>(
    ...(['POST', '/api/v1/session/track', { action: 'start', user_id: user.id }, program] as const),
  )

  const token = await take<{ token: string }>('POST', '/api/account/tokens', {
    name: 'a',
    days: 1,
    actions: ['users:read'],
  })
  await take('GET', `${base}/users`, undefined, { authorization: `Bearer ${token.token}` })
  const newcomer = await take<{ invite: { token: string } }>('POST', '/api/admin/users', { email: 'new@example.com' })
  await take('GET', '/api/admin/users', undefined, { 'x-admin-key': typed.adminKey })
  expect((await call('GET', '/api/admin/users', undefined, { 'x-admin-key': typed.wrongAdminKey })).status).toBe(401)
  const totp = await take<{ secret: string }>('POST', '/api/account/totp')
  const { recoveryCodes } = await take<{ recoveryCodes: string[] }>('POST', '/api/account/totp/confirm', {
    code: codeAt(totp.secret, Date.now()),
  })
  const change = { currentPassword: typed.ownerPassword, newPassword: typed.newPassword }
  await take('POST', '/api/account/password', change)
  await take('POST', '/api/auth/forgot-password', { email })
  await expect.poll(() => server.output(), { timeout: 30_000 }).toMatch(/mail/i)

  const others = {
    setupToken,
    rememberShare,
    cookie: cookie(),
    firstApiKey: made.apiKey,
    apiKey,
    madeWebhookSecret: madeSecret,
    mailedKey: keys[0] ?? '',
    sessionToken: started.session_token,
    managementToken: token.token,
    invite: newcomer.invite.token,
    totp: totp.secret,
    recoveryCode: recoveryCodes[0] ?? '',
    lastRecoveryCode: recoveryCodes.at(-1) ?? '',
  }
  for (const [name, secret] of Object.entries(others)) secrets.set(name, secret)
  await misplace(call, [...secrets.values()].map(String), base)
  return secrets
}

/** Sends secrets in the wrong places: an error response must not repeat them. */
async function misplace(call: ReturnType<typeof client>['call'], secrets: readonly string[], base: string) {
  for (const secret of secrets) {
    const text = encodeURIComponent(secret)
    for (const [method, path, body] of [
      ['GET', `/api/${text}`],
      ['GET', `${base}/users/${text}`],
      ['GET', `${base}/users?cursor=${text}`],
      ['GET', `${base}/users?sort=${text}`],
      ['POST', '/api/auth/login', { email: 'x', password: { nested: secret } }],
      ['POST', '/api/auth/login', `{"email":"${secret}`],
      ['POST', '/api/auth/reset-password', { token: secret, password: 'short' }],
      ['POST', '/api/auth/second-factor', { ticket: secret, code: secret }],
      ['POST', `${base}/licenses`, { licenseKey: [secret] }],
      ['POST', '/api/v1/verify', { user_id: secret }],
    ] as const) {
      const { status } = await call(method, path, body, { 'x-api-key': secret, 'idempotency-key': secret })
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
    }
  }
}

it.each([
  ['plain', (text: string) => `x${text}y`],
  ['base64', (text: string) => Buffer.from(text).toString('base64')],
  ['base64, one byte in', (text: string) => Buffer.from(`x${text}yz`).toString('base64')],
  ['base64, two bytes in', (text: string) => Buffer.from(`xx${text}yz`).toString('base64url')],
  ['hex', (text: string) => Buffer.from(`x${text}`).toString('hex')],
  ['16 bits a character', (text: string) => Buffer.from(`x${text}`, 'utf16le')],
])('the scan finds a secret that is written down %s', (_name, write) => {
  const places = [{ name: 'there', bytes: Buffer.from(write(typed.userPassword)) }]
  expect(findSecrets(new Map([['it', typed.userPassword]]), places)).toEqual(['it in there'])
  expect(findSecrets(new Map([['it', typed.license]]), places)).toEqual([])
})

it('no secret lies in the database, its log, a backup, the output, an error, the activity or the audit log', async () => {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  const server = await startServer({
    dataDir,
    hasOwner: false,
    env: {
      ADMIN_KEY: typed.adminKey,
      LOG_LEVEL: 'info',
      // Nobody listens there: the failure is logged.
      SMTP_URL: `smtp://mailer:${typed.smtpPassword}@127.0.0.1:9`,
      SMTP_FROM: 'keywright@example.com',
    },
  })
  onTestFinished(() => server.kill())
  const errors: Buffer[] = []
  const secrets = await useEverySecret(server, errors)

  const { call } = client(server.origin, [])
  const reader = { 'x-admin-key': typed.adminKey }
  expect((await call('GET', '/api/admin/users', undefined, reader)).status).toBe(200)
  // What is only kept in memory is written within a second or two; a kill leaves the write-ahead log behind.
  const backup = join(dataDir, 'copy.db')
  const made = spawnSync(process.execPath, [cli, 'backup', 'create', backup], {
    env: { ...serverEnv, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(made.status, made.stderr).toBe(0)
  const live = filesIn(dataDir, keyFiles)
  expect(live.map(({ name }) => name)).toEqual(expect.arrayContaining(['keywright.db', 'keywright.db-wal', 'copy.db']))
  const printed = server.output().replace(/setup#token=[\w-]+/, 'setup#token=')
  await server.stop()
  const after = filesIn(dataDir, keyFiles).map(({ name, bytes }) => ({ name: `${name} after the stop`, bytes }))

  const { rows, privateKeys } = await readBack(dataDir)
  for (const [index, key] of privateKeys.entries()) secrets.set(`signing key ${index}`, key)
  const places: Place[] = [
    ...live,
    ...after,
    { name: 'output', bytes: Buffer.from(printed + made.stdout + made.stderr) },
    ...errors.map((bytes) => ({ name: `an error: ${bytes.toString().slice(0, 80)}`, bytes })),
    { name: 'activity and audit log', bytes: Buffer.from(rows) },
  ]
  expect([...secrets].filter(([, secret]) => secret.length < 8)).toEqual([])
  expect(secrets.size).toBeGreaterThanOrEqual(26)
  // Proves that the scan can find something.
  expect(findSecrets(new Map([['mail address', 'maker@example.com']]), live)).toContain(
    'mail address in keywright.db-wal',
  )
  expect(findSecrets(secrets, places)).toEqual([])
})

/** Read from the tables: every row of the two logs, and the decrypted private keys. */
async function readBack(dataDir: string): Promise<{ rows: string; privateKeys: Buffer[] }> {
  const database = await openDatabase({ dataDir, checkpoint: false })
  try {
    const activity = await database.reads.selectFrom('activity').selectAll().execute()
    const audit = await database.reads.selectFrom('audit').selectAll().execute()
    expect(activity.length).toBeGreaterThan(2)
    expect(audit.length).toBeGreaterThan(5)
    const secrets = openSecrets(dataDir, { masterKey: undefined, isFirstStart: false })
    expect(readFileSync(join(dataDir, 'master.key')).length).toBeGreaterThan(16)
    const stores = openStores(database, secrets)
    const [application] = await stores.applications.list(undefined)
    const keys = await stores.signingKeys.list(application?.id ?? 0)
    const privateKeys = keys.map((key) => {
      const der = Buffer.from(stores.signingKeys.open(key, key.privateSealed ?? ''), 'base64')
      // The private exponent: a part of it stands for all of it.
      const { d = '' } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
      return Buffer.from(d, 'base64url').subarray(8, 72)
    })
    expect(privateKeys.length).toBeGreaterThanOrEqual(2)
    return { rows: JSON.stringify([activity, audit]), privateKeys }
  } finally {
    await database.close()
  }
}
