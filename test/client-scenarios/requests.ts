import { newApiKey } from '../../src/server/lib/tokens.ts'
import type { OutcomeKey } from '../../src/shared/outcomes.ts'
import { newToken, type SendOptions, type World } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'

const path = '/api/v1/verify'
const noKey = { isKeyless: true }

/** A verify of a real user, its key sent in some way. */
function keyed(
  name: string,
  outcome: OutcomeKey,
  how: (key: string) => { query?: string; body?: object; call?: SendOptions },
  message?: string,
): Scenario {
  return {
    name,
    outcome,
    ...(message && { message }),
    given: async (w) => {
      const { id: user_id } = await w.user()
      const { query = '', body, call = noKey } = how(w.apiKey)
      return () => w.send(path + query, { user_id, ...body }, call)
    },
  }
}
const header = (key: string): SendOptions => ({ headers: { 'x-api-key': key } })
const differ = 'The API keys in header, query and body differ'

const keys: readonly Scenario[] = [
  keyed('the key may stand in the header', 'user_verified', (key) => ({ call: header(key) })),
  keyed('or in the query', 'user_verified', (key) => ({ query: `?api_key=${key}` })),
  keyed('or in the body', 'user_verified', (key) => ({ body: { api_key: key } })),
  keyed('or in all three', 'user_verified', (key) => ({
    call: header(key),
    query: `?api_key=${key}`,
    body: { api_key: key },
  })),
  ...(
    [
      ['header and query', (key: string) => ({ call: header(key), query: `?api_key=${newApiKey()}` })],
      ['header and body', (key: string) => ({ call: header(key), body: { api_key: newApiKey() } })],
      [
        'header and body beside a query',
        (key: string) => ({ call: header(key), query: '?x=1', body: { api_key: newApiKey() } }),
      ],
      ['query and body', (key: string) => ({ query: `?api_key=${key}`, body: { api_key: newApiKey() } })],
      ['two keys in the query', (key: string) => ({ query: `?api_key=${key}&api_key=${newApiKey()}` })],
      ['the same key twice in the query', (key: string) => ({ query: `?api_key=${key}&api_key=${key}` })],
      ['a key that is no text', () => ({ body: { api_key: 7 } })],
    ] as const
  ).map(([where, how]) => keyed(`keys that differ are nobody's: ${where}`, 'invalid_request', how, differ)),
  keyed('no key is an invalid one', 'invalid_api_key', () => ({})),
  ...['', 'ak_short', 'null', "' OR 1=1", `${newApiKey()}x`, newApiKey().replace(/.$/, '!')].map((key) =>
    keyed(`${JSON.stringify(key)} is no key`, 'invalid_api_key', () => ({ call: header(key) })),
  ),
  keyed('a mistyped key is none', 'invalid_api_key', (key) => ({
    call: header(key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11)),
  })),
  keyed('a well-formed key that matches nothing finds no application', 'application_not_found', () => ({
    call: header(newApiKey()),
  })),
]

/** A body that is wrong in itself. */
const wrong = (name: string, send: (w: World) => ReturnType<World['send']>, message: string): Scenario => ({
  name,
  outcome: 'invalid_request',
  message,
  given: async (w) => () => send(w),
})
const credentials = { username: 'ada', password: 'secret' }
const unknownAction = 'action must be start, heartbeat or end.'
const tokenShape = 'session_token must be sess_ + 32 letters or digits + _ + Unix time.'

const bodies: readonly Scenario[] = [
  wrong('a login without a name', (w) => w.send('/api/v1/login', { password: 'x' }), 'username is required.'),
  wrong('a blank name', (w) => w.send('/api/v1/login', { ...credentials, username: '  ' }), 'username is required.'),
  wrong(
    'a name of 65 characters',
    (w) => w.send('/api/v1/login', { ...credentials, username: 'x'.repeat(65) }),
    'username must be 64 characters or fewer.',
  ),
  wrong(
    'a name with NUL',
    (w) => w.send('/api/v1/login', { ...credentials, username: 'a\0b' }),
    'username must not contain control characters.',
  ),
  wrong(
    'a name with half a character',
    (w) => w.send('/api/v1/login', { ...credentials, username: '\ud83d' }),
    'username must not contain control characters.',
  ),
  wrong(
    'a password of more than 1,024 bytes',
    (w) => w.send('/api/v1/login', { ...credentials, password: 'é'.repeat(513) }),
    'password must be at most 1024 bytes.',
  ),
  wrong(
    'a name that is a list',
    (w) => w.send('/api/v1/login', { ...credentials, username: ['ada'] }),
    'username must be text.',
  ),
  wrong(
    'a hardware id of 129 characters',
    (w) => w.send('/api/v1/login', { ...credentials, hwid: 'x'.repeat(129) }),
    'hwid must be 128 characters or fewer.',
  ),
  wrong('no action', (w) => w.send('/api/v1/session/track', { session_token: newToken() }), unknownAction),
  wrong('an unknown action', (w) => w.track('stop', { session_token: newToken() }), unknownAction),
  wrong('a heartbeat without a token', (w) => w.track('heartbeat', {}), 'session_token is required.'),
  wrong('a token of another shape', (w) => w.beat('sess_1'), tokenShape),
  wrong('an end without a token', (w) => w.track('end', { session_token: '' }), tokenShape),
  wrong('a user id that is text', (w) => w.send(path, { user_id: '7' }), 'user_id must be a number.'),
  wrong('a user id below 1', (w) => w.verify({ id: 0 }), 'user_id must be 1 or more.'),
  wrong('a user id beyond 31 bits', (w) => w.verify({ id: 2 ** 31 }), 'user_id must be 2,147,483,647 or less.'),
  wrong('an e-mail that is none', (w) => w.register({ email: 'ada' }), 'email must be an email address.'),
  wrong(
    'an expiry that is no time',
    (w) => w.register({ expiresAt: 'tomorrow' }),
    'expiresAt must be a date and time such as 2027-01-31T12:00:00Z.',
  ),
]

export const requestScenarios = [...keys, ...bodies]
