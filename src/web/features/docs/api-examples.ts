import { outcomeRow } from '../../../shared/outcomes.ts'

export interface ApiExample {
  readonly path: '/api/v1/register' | '/api/v1/login' | '/api/v1/verify'
  readonly body: Readonly<Record<string, unknown>>
  readonly success: Readonly<Record<string, unknown>>
  readonly refusal: Readonly<Record<string, unknown>> & { readonly status: number }
}

const requestId = '0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e21'
const hwid = '9f86d081884c7d659a2feaa0c55ad015'

const user = {
  user_id: 184467440,
  username: 'ada',
  email: 'ada@example.com',
  expires_at: '2027-01-01T00:00:00.000Z',
  hwid_locked: true,
}

const success = (key: Parameters<typeof outcomeRow>[0], more: object) => {
  const { code, message } = outcomeRow(key)
  return { success: true, code, message, ...more, request_id: requestId }
}

const refusal = (key: Parameters<typeof outcomeRow>[0]) => {
  const { code, message, status } = outcomeRow(key)
  return { status, success: false, code, message, request_id: requestId }
}

/** Example requests and responses of the public API, with the chosen application's version. */
export function apiExamples({ version }: Pick<DocsFacts, 'version'>) {
  return {
    register: {
      path: '/api/v1/register',
      body: {
        username: 'ada',
        password: 'correct horse battery staple',
        email: 'ada@example.com',
        license_key: 'KW-XXXXX-XXXXX-XXXXX-XXXXX',
        version,
        hwid,
      },
      success: success('user_registered', user),
      refusal: refusal('license_not_found'),
    },
    login: {
      path: '/api/v1/login',
      body: { username: 'ada', password: 'correct horse battery staple', version, hwid },
      success: success('login_successful', user),
      refusal: refusal('invalid_credentials'),
    },
    verify: {
      path: '/api/v1/verify',
      body: { user_id: user.user_id },
      success: success('user_verified', {}),
      refusal: refusal('account_expired'),
    },
  } satisfies Readonly<Record<string, ApiExample>>
}

/** The whole HTTP request. */
export function requestText({ path, body }: ApiExample, { origin, apiKey }: DocsFacts): string {
  return [
    `POST ${origin}${path}`,
    'Content-Type: application/json',
    `X-API-Key: ${apiKey}`,
    '',
    JSON.stringify(body, null, 2),
  ].join('\n')
}

export function refusalText({ refusal: { status: _status, ...body } }: ApiExample): string {
  return JSON.stringify(body, null, 2)
}

/** The values in the examples: the chosen application's, or placeholders. */
export interface DocsFacts {
  readonly apiKey: string
  readonly version: string
  /** The server's address without its path. */
  readonly origin: string
}
