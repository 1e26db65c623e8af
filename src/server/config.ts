import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type BackupConfig, backupSettings, backupsOf } from './backup-settings.ts'
import { type ConnectionConfig, connectionSettings, connectionsOf } from './connection-settings.ts'
import type { Network } from './lib/canonical.ts'
import type { IdentityProvider } from './lib/identity-token.ts'
import { misspelledNames } from './lib/misspelled-names.ts'
import { passwordFormProblem } from './lib/passwords/dashboard-password.ts'
import { ConfigError } from './lib/start-error.ts'
import {
  allowedNetworks,
  factor,
  limitScale,
  longSecret,
  oneOf,
  providerUrl,
  publicUrl,
  type Setting,
  smtpUrl,
  text,
  trustProxy,
  wholeNumber,
} from './setting-schemas.ts'

/** All environment variables: schema, default and meaning. There is no other list. */
export const settings = {
  HOST: {
    schema: text.regex(/^[0-9A-Za-z.:-]{1,253}$/, 'must be an address or a host name'),
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all',
  },
  PORT: { schema: wholeNumber(0, 65_535), fallback: '3000', meaning: 'Port to listen on; 0 takes a free one' },
  DATA_DIR: { schema: text, fallback: './data', meaning: 'Folder of the embedded database and of the key files' },
  ...connectionSettings,
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 60),
    fallback: '0',
    meaning: 'After SIGTERM, calls are served for so long while /readyz says 503, until a load balancer has noticed',
  },
  PUBLIC_URL: {
    schema: publicUrl,
    meaning:
      'Address that people open. With https the cookies are secure. A path is one that a proxy removes from public calls',
  },
  TRUST_PROXY: {
    schema: trustProxy,
    fallback: '',
    meaning: 'IP addresses or networks (CIDR), comma-separated, of trusted proxies (X-Forwarded-For)',
  },
  MASTER_KEY: {
    schema: text.min(32, 'must be at least 32 characters'),
    isSecret: true,
    meaning: 'Key that encrypts stored secrets; without it DATA_DIR/master.key, made on first start',
  },
  ADMIN_KEY: {
    schema: longSecret,
    isSecret: true,
    meaning:
      'Key of the admin panel; without it one is made on first start, in DATA_DIR/admin.key or, as a hash, in PostgreSQL',
  },
  OWNER_EMAIL: {
    schema: z.email({ error: 'must be an email address' }).max(254, 'must be at most 254 characters'),
    meaning: 'With OWNER_PASSWORD: makes this owner on first start, without the setup link',
  },
  OWNER_PASSWORD: { schema: text, isSecret: true, meaning: 'Password of that owner, at least 12 characters' },
  IDP_ISSUER: { schema: text.max(512), meaning: 'Identity provider: the issuer (iss) of its id tokens' },
  IDP_AUDIENCE: {
    schema: text.max(512),
    meaning: 'Identity provider: the audience (aud), which is the project or client',
  },
  IDP_JWKS_URL: { schema: providerUrl, meaning: 'Identity provider: where it publishes its keys as a JWK set' },
  IDP_SIGN_IN_URL: {
    schema: providerUrl,
    meaning: 'Identity provider: its REST sign-in with email and password, with the public key in the query',
  },
  DEMO_MODE: {
    schema: oneOf('true', 'false'),
    fallback: 'false',
    meaning: 'true lets anybody sign in as the demo account, which npm run demo creates in a data folder of its own',
  },
  PUBLIC_DOCS: {
    schema: oneOf('on', 'off'),
    fallback: 'on',
    meaning: 'off shows the pages below /docs/ to signed-in users only',
  },
  WEBHOOK_ALLOW_CIDRS: {
    schema: allowedNetworks,
    fallback: '',
    meaning:
      'Addresses or networks (CIDR), separated by commas, in your own network that webhooks and mail servers may be at',
  },
  WEBHOOK_TIME_SCALE: {
    schema: factor,
    fallback: '1',
    meaning: 'Multiplies the waits between tries of a webhook; for trying out receivers',
  },
  SMTP_URL: {
    schema: smtpUrl,
    isSecret: true,
    meaning: 'Mail server for links to a new password and mail to customers; without it only the command line sets one',
  },
  SMTP_FROM: {
    schema: text.max(320).regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be an address, or Name <address>'),
    meaning: 'Sender of that mail: an address, or Name <address>',
  },
  MEMBER_INVITES: {
    schema: oneOf('anybody', 'existing'),
    fallback: 'anybody',
    meaning: 'existing: only people with an account can be invited to an application; anybody: the invite creates one',
  },
  ...backupSettings,
  LOG_LEVEL: {
    schema: oneOf('info', 'warn', 'error', 'silent'),
    fallback: 'info',
    meaning: 'info, warn, error or silent',
  },
  LOG_REQUESTS: {
    schema: oneOf('errors', 'all'),
    fallback: 'errors',
    meaning: 'errors logs the requests that the server failed; all logs each one, with its route and time',
  },
  LOG_FORMAT: { schema: oneOf('pretty', 'json'), fallback: 'pretty', meaning: 'pretty for people, json for machines' },
  METRICS_TOKEN: { schema: longSecret, isSecret: true, meaning: 'Token of /metrics; without it /metrics is off' },
  ACTIVITY_DAYS: {
    schema: wholeNumber(1, 3650),
    fallback: '90',
    meaning: 'Days for which the activity log is kept; an application may keep it shorter',
  },
  ACTIVITY_ROWS: {
    schema: wholeNumber(1000, 999_999_999),
    fallback: '1000000',
    meaning: 'Rows of activity that are kept of one application, the newest ones',
  },
  RATE_LIMIT_SCALE: {
    schema: limitScale,
    fallback: '1',
    meaning: 'Multiplies every rate limit',
  },
} satisfies Record<string, Setting>

type Name = keyof typeof settings
type Value<N extends Name> = z.output<(typeof settings)[N]['schema']>
type Values = {
  readonly [N in Name]: (typeof settings)[N] extends { fallback: string } ? Value<N> : Value<N> | undefined
}

/** The validated configuration of the server. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Absolute path. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** How PostgreSQL is connected to. */
  readonly connections: ConnectionConfig
  /** How long calls are served after SIGTERM while the server says that it is not ready. */
  readonly drainMs: number
  /** Of this server, beside others on the same database. */
  readonly nodeName: string
  /** Origin without a trailing slash. */
  readonly publicUrl: string | undefined
  /** Path of the public URL, which a proxy removes before the public API gets a request: '' or '/auth'. */
  readonly publicPath: string
  readonly trustProxy: readonly string[]
  readonly masterKey: string | undefined
  readonly adminKey: string | undefined
  readonly owner: { readonly email: string; readonly password: string } | undefined
  /** Absent: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly identityProvider: IdentityProvider | undefined
  readonly isDemo: boolean
  /** Whether an invite to an application makes an account for who has none. */
  readonly invitesMakeAccounts: boolean
  /** Whether visitors may read the guide. */
  readonly hasPublicDocs: boolean
  readonly logLevel: Values['LOG_LEVEL']
  readonly logRequests: Values['LOG_REQUESTS']
  readonly logFormat: Values['LOG_FORMAT']
  /** Absent: there is no /metrics. */
  readonly metricsToken: string | undefined
  readonly rateLimitScale: number
  readonly webhooks: { readonly allowed: readonly Network[]; readonly timeScale: number }
  readonly backups: BackupConfig
  /** Retention of the activity log. */
  readonly activity: { readonly days: number; readonly rows: number }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration; throws a ConfigError that names all errors at once. */
export function readConfig(environment: Environment): Config {
  const problems = misspelledNames(environment, namesOfSettings())
  const values = readValues(environment, problems)
  const owner = ownerOf(values, problems)
  const mail = mailOf(values, problems)
  const identityProvider = identityProviderOf(values, problems)
  const connections = connectionsOf(values, problems)
  const backups = backupsOf(values, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    connections,
    drainMs: values.DRAIN_SECONDS * 1000,
    nodeName: values.NODE_NAME ?? hostname(),
    publicUrl: values.PUBLIC_URL?.origin,
    publicPath: values.PUBLIC_URL?.path ?? '',
    trustProxy: values.TRUST_PROXY,
    masterKey: values.MASTER_KEY,
    adminKey: values.ADMIN_KEY,
    owner,
    mail,
    identityProvider,
    isDemo: values.DEMO_MODE === 'true',
    invitesMakeAccounts: values.MEMBER_INVITES === 'anybody',
    hasPublicDocs: values.PUBLIC_DOCS === 'on',
    logLevel: values.LOG_LEVEL,
    logRequests: values.LOG_REQUESTS,
    logFormat: values.LOG_FORMAT,
    metricsToken: values.METRICS_TOKEN,
    rateLimitScale: values.RATE_LIMIT_SCALE,
    webhooks: { allowed: values.WEBHOOK_ALLOW_CIDRS, timeScale: values.WEBHOOK_TIME_SCALE },
    backups,
    activity: { days: values.ACTIVITY_DAYS, rows: values.ACTIVITY_ROWS },
  }
}

const namesOfSettings = () =>
  Object.entries<Setting>(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : [name]))

/** Invalid values are missing in the result; their errors are in the list. */
function readValues(environment: Environment, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const raw = rawValue(environment, name, setting, problems) ?? setting.fallback
    if (raw === undefined) continue
    const parsed = setting.schema.safeParse(raw)
    if (parsed.success) values[name] = parsed.data
    else problems.push(...parsed.error.issues.map((issue) => `${name} ${issue.message}`))
  }
  return values as Values
}

/** An empty variable counts as absent, as in compose files. */
function rawValue(environment: Environment, name: string, setting: Setting, problems: string[]): string | undefined {
  const direct = environment[name] || undefined
  const path = (setting.isSecret && environment[`${name}_FILE`]) || undefined
  if (path === undefined) return direct
  if (direct !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one`)
    return undefined
  }
  try {
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (content === '') problems.push(`${name}_FILE names an empty file`)
    return content || undefined
  } catch (error) {
    problems.push(`${name}_FILE can't be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`)
    return undefined
  }
}

function identityProviderOf(values: Values, problems: string[]): IdentityProvider | undefined {
  const { IDP_ISSUER: issuer, IDP_AUDIENCE: audience, IDP_JWKS_URL: jwksUrl, IDP_SIGN_IN_URL: signInUrl } = values
  if (issuer && audience && jwksUrl && signInUrl) return { issuer, audience, jwksUrl, signInUrl }
  const isMeant = [issuer, audience, jwksUrl, signInUrl].some((value) => value !== undefined)
  if (isMeant && !problems.some((problem) => problem.startsWith('IDP_'))) {
    problems.push('IDP_ISSUER, IDP_AUDIENCE, IDP_JWKS_URL and IDP_SIGN_IN_URL must be set together')
  }
  return undefined
}

function ownerOf(values: Values, problems: string[]): Config['owner'] {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = values
  const hasProblem = problems.some((problem) => problem.startsWith('OWNER_'))
  if (!hasProblem && (email === undefined) !== (password === undefined)) {
    problems.push('OWNER_EMAIL and OWNER_PASSWORD must be set together')
  }
  const weakness = password === undefined ? undefined : passwordFormProblem(password, email ?? '')
  if (weakness !== undefined) problems.push(`OWNER_PASSWORD ${weakness}`)
  return email !== undefined && password !== undefined ? { email, password } : undefined
}

function mailOf({ SMTP_URL: url, SMTP_FROM: from }: Values, problems: string[]): Config['mail'] {
  const hasProblem = problems.some((problem) => problem.startsWith('SMTP_'))
  if (!hasProblem && (url === undefined) !== (from === undefined)) {
    problems.push('SMTP_URL and SMTP_FROM must be set together')
  }
  return url !== undefined && from !== undefined ? { url, from } : undefined
}
