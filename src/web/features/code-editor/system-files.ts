import { permissions } from '../../../shared/permissions.ts'

/** Sample system files of the Code Editor. The server runs none of them. */
export interface SystemFile {
  readonly id: 'authentication' | 'permissions' | 'api-routes'
  readonly language: 'typescript'
  readonly modifiedAt: string
  readonly content: string
}

const modifiedAt = '2026-01-15T09:30:00.000Z'

export const systemFiles: readonly SystemFile[] = [
  {
    id: 'authentication',
    language: 'typescript',
    modifiedAt,
    content: `// How a login of an end-user is decided, step by step.
export interface LoginRequest {
  readonly username: string
  readonly password: string
  readonly version: string
  readonly hwid: string
}

export type LoginResult = { success: true; userId: number } | { success: false; message: string }

export async function login(request: LoginRequest): Promise<LoginResult> {
  if (await isBlacklisted(request)) return refuse('Access blocked')
  if (isOlder(request.version, application.version)) return refuse('Please update your application!')

  const user = await findUser(request.username)
  if (!user || !(await verifyPassword(user, request.password))) return refuse('Invalid credentials!')
  if (user.isPaused || !user.isActive) return refuse('Account is disabled!')
  if (user.expiresAt && user.expiresAt < new Date()) return refuse('Account has expired!')
  if (user.hwid && user.hwid !== request.hwid) return refuse('Hardware ID mismatch detected!')

  return { success: true, userId: user.id }
}

function refuse(message: string): LoginResult {
  return { success: false, message }
}
`,
  },
  {
    id: 'permissions',
    language: 'typescript',
    modifiedAt,
    content: `// What somebody who is signed in may do.
export const permissions = [
${permissions.map((permission) => `  '${permission}',`).join('\n')}
] as const

export type Permission = (typeof permissions)[number]

export interface Member {
  readonly role: 'owner' | 'admin' | 'staff' | 'moderator' | 'user'
  readonly permissions: readonly Permission[]
}

/** The owner role has every permission. */
export function hasPermission(member: Member, permission: Permission): boolean {
  return member.role === 'owner' || member.permissions.includes(permission)
}
`,
  },
  {
    id: 'api-routes',
    language: 'typescript',
    modifiedAt,
    content: `// The calls that an application's own software makes. All are POST, and carry X-API-Key.
export const routes = {
  'POST /api/v1/login': login,
  'POST /api/v1/register': register,
  'POST /api/v1/verify': verify,
  'POST /api/v1/session/track': trackSession,
}

export async function handle(path: string, apiKey: string, body: unknown) {
  const application = await findApplication(apiKey)
  if (!application) return { success: false, message: 'Application not found' }

  const route = routes[\`POST \${path}\` as keyof typeof routes]
  return route ? route(application, body) : { success: false, message: 'Not found' }
}
`,
  },
]
