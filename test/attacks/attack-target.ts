import type { Permission, Role } from '../../src/shared/permissions.ts'
import { type RunningServer, type StartOptions, startServer } from '../harness/start-server.ts'

interface ApiResponse {
  readonly status: number
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfter: string | null
  /** `name=value` of each cookie that the response sets. */
  readonly cookies: readonly string[]
  /** Every byte of the body. */
  readonly text: string
}

interface CallOptions {
  /** The address that the call comes from. */
  readonly ip?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A dashboard user with their own password. */
interface AttackedAccount {
  readonly email: string
  readonly password: string
  /** Attempts a sign-in from an IP address, with the cookies of the browser. */
  signIn(ip: string, password: string, cookies?: readonly string[]): Promise<ApiResponse>
}

interface AttackedApplication {
  readonly id: number
  readonly apiKey: string
}

/** A dashboard user, signed in from their own IP address. */
interface Colleague {
  readonly id: number
  readonly email: string
  api(method: string, path: string, body?: unknown, headers?: CallOptions['headers']): Promise<ApiResponse>
}

/** A real server with the limits that ship, attacked over its socket. */
export interface AttackTarget {
  readonly engine: string
  readonly server: RunningServer
  /** The PostgreSQL that the server uses; undefined with the embedded database. */
  readonly databaseUrl: string | undefined
  readonly adminKey: string
  /** IP addresses that no attack on this server has used, each in its own network. */
  addresses(count: number): string[]
  /** A name that no attack on this server has used. */
  unique(name: string): string
  /** An application of the owner, whose calls are made by its session. */
  application(fields?: Readonly<Record<string, unknown>>): Promise<AttackedApplication>
  /** A new dashboard user. */
  account(): Promise<AttackedAccount>
  /** A dashboard user with just these permissions, made by the owner. */
  colleague(role: Role, permissions: readonly Permission[]): Promise<Colleague>
  /** A call of the public API: `login`, `session/track` … */
  client(apiKey: string, path: string, body: unknown, options?: CallOptions): Promise<ApiResponse>
  /** Signs the owner in once more, as another session with limits of its own; the cookie. */
  signIn(): Promise<string>
  /** Any request, without a cookie. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>
}

const password = 'plenty of letters of a colleague'
const adminKey = 'admin-key-of-the-attacked-server-0123456789'

/**
 * Starts the server with shipped limits, behind a proxy that is trusted with the caller's address. It is one address: what
 * comes from another one of the loopback network is a stranger's.
 */
export async function startAttackTarget(engine: string, options: StartOptions = {}): Promise<AttackTarget> {
  const env = { ...options.env, RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1,::1', ADMIN_KEY: adminKey }
  return attackTargetOf(engine, await startServer({ ...options, env }), options.env?.DATABASE_URL)
}

function attackTargetOf(engine: string, server: RunningServer, databaseUrl: string | undefined): AttackTarget {
  let lastAddress = 0
  let lastName = 0
  const call: AttackTarget['call'] = async (method, path, body, { ip, headers } = {}) => {
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ip && { 'x-forwarded-for': ip }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const said = membersOf(text)
    return {
      status: response.status,
      code: String(said.code ?? ''),
      body: said,
      retryAfter: response.headers.get('retry-after'),
      cookies: response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''),
      text,
    }
  }
  return {
    engine,
    server,
    databaseUrl,
    adminKey,
    call,
    addresses: (count) =>
      Array.from({ length: count }, () => {
        lastAddress += 1
        return `11.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
      }),
    async signIn() {
      const { email, password } = server.owner
      const response = await fetch(`${server.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      if (!response.ok) throw new Error(`sign-in failed: ${await response.text()}`)
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
    unique(name) {
      lastName += 1
      return `${name}-${lastName}`
    },
    async application(fields = {}) {
      lastName += 1
      const made = await server.api<AttackedApplication>('POST', '/api/applications', { name: `Attacked ${lastName}` })
      if (made.status !== 200) throw new Error(`no application: ${JSON.stringify(made.body)}`)
      if (Object.keys(fields).length > 0) {
        const changed = await server.api('PATCH', `/api/applications/${made.body.id}`, fields)
        if (changed.status !== 200) throw new Error(`application not changed: ${JSON.stringify(changed.body)}`)
      }
      return made.body
    },
    async account() {
      lastName += 1
      const email = `attacked-${lastName}@example.com`
      const password = 'the right password of one account'
      const made = await server.api('POST', '/api/admin/users', { email, password })
      if (made.status !== 200) throw new Error(`no account: ${JSON.stringify(made.body)}`)
      return {
        email,
        password,
        signIn: (ip, typed, cookies = []) => {
          const headers = { ...(cookies.length > 0 && { cookie: cookies.join('; ') }) }
          return call('POST', '/api/auth/login', { email, password: typed }, { ip, headers })
        },
      }
    },
    async colleague(role, permissions) {
      lastName += 1
      const email = `colleague-${lastName}@example.com`
      const [ip = ''] = this.addresses(1)
      const made = await server.api<{ id: number }>('POST', '/api/admin/users', { email, password, role, permissions })
      if (made.status !== 200) throw new Error(`no colleague: ${JSON.stringify(made.body)}`)
      const signedIn = await call('POST', '/api/auth/login', { email, password }, { ip })
      if (signedIn.status !== 200) throw new Error(`not signed in: ${JSON.stringify(signedIn.body)}`)
      const { id } = made.body
      const cookie = signedIn.cookies.join('; ')
      return {
        id,
        email,
        api: (method, path, body, headers) => call(method, path, body, { ip, headers: { cookie, ...headers } }),
      }
    },
    client: (apiKey, path, body, { headers, ...options } = {}) =>
      call('POST', `/api/v1/${path}`, body, { ...options, headers: { 'x-api-key': apiKey, ...headers } }),
  }
}

/** The members of a JSON answer; a list or a file counts as one without members. */
function membersOf(text: string): Record<string, unknown> {
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}
