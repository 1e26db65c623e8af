import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, signedInAccount } from '../harness/create-test-app.ts'
import { type InvalidField, invalidFields } from './invalid-fields.ts'
import { seedTenant } from './tenant.ts'

/** Texts that the specification fixes. */
const specified = [
  'Username and password are required',
  'Username is required',
  'Please enter both email and password',
  'Please enter an application name',
  'Validity days must be at least 1',
]

/** Wording of a validation library, not of an error for people. */
const libraryWords =
  /invalid input|invalid option|invalid string|expected|received|unrecognized|zod|too (big|small)|[<>]=|regex|pattern|undefined|NaN|\[object/i

/** Words by which shipped clients tell one refusal from another; the names of fields aside. */
const matchedWords = /\b(version|update|hardware|hwid|expired|disabled|paused|blacklisted|blocked)\b/i

interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
}

const isSentence = (text: string) => specified.includes(text) || (/^[A-Z“].*\.$/.test(text) && !/^\w+:/.test(text))

/** What is wrong with the texts of an error response; undefined when they are readable. */
function unreadable({ message, fields }: Refusal, { route, field, how }: InvalidField): string | undefined {
  const texts = [message, ...Object.values(fields ?? {})]
  if (texts.some((text) => libraryWords.test(text))) return 'speaks as a library'
  if (route.def.auth === 'api-key') {
    const [name = ''] = message.split(' ')
    const isNamed = name === field || (how.endsWith('body') && message === 'The body must be a JSON object.')
    if (!isNamed || !message.endsWith('.')) return 'names no field in a sentence'
    return matchedWords.test(message.slice(name.length)) ? 'holds a word that clients match' : undefined
  }
  if (!texts.every(isSentence)) return 'is no sentence'
  if (fields === undefined) return specified.includes(message) ? undefined : 'lists no field'
  const [first = ''] = Object.values(fields)
  const isNamed =
    message === first ||
    message.endsWith(first.slice(1).replace(/^equired/, 'is required')) ||
    first === 'Unknown field.'
  if (!isNamed) return 'names no field'
  // Of several ways to prove oneself one is taken for the meant one, and its field is named.
  if (route.key === 'POST /api/account/prove') return undefined
  const place = field === '' ? 'body' : field
  const isListed = Object.keys(fields).some((name) => name.startsWith(place) || place.startsWith(name))
  return isListed ? undefined : 'lists another field'
}

describe('a request with one wrong field', () => {
  it('is refused in a sentence that names the field, for every field of every route', async () => {
    const test = await createTestApp({ env: { RATE_LIMIT_SCALE: '100000' } })
    onTestFinished(() => test.close())
    const own = await seedTenant(test, await signedInAccount(test, 'owner'))
    const faults: string[] = []
    const refused = { dashboard: 0, public: 0 }
    for (const spoilt of invalidFields(own)) {
      const { route, method, url, body, field, how } = spoilt
      const isPublic = route.def.auth === 'api-key'
      const headers: Record<string, string> = isPublic ? { 'x-api-key': own.apiKey } : { cookie: own.account.cookie }
      const answer = await test.call<Refusal>(method, url, { headers, ...(body !== undefined && { body }) })
      if (answer.status !== 400 || answer.body.code !== 'invalid_request') continue
      refused[isPublic ? 'public' : 'dashboard'] += 1
      const wrong = unreadable(answer.body, spoilt)
      if (wrong) faults.push(`${route.key}, ${field} ${how} ${wrong}: ${answer.text.slice(0, 300)}`)
    }
    expect(faults.slice(0, 20).join('\n')).toBe('')
    expect(refused.dashboard).toBeGreaterThan(700)
    expect(refused.public).toBeGreaterThan(100)
  })

  it('says what the specification says of a new user without a name or a password', async () => {
    const test = await createTestApp()
    onTestFinished(() => test.close())
    const maker = await test.account()
    const { body } = await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Users' })
    for (const name of ['username', 'password']) {
      for (const blank of [undefined, null, '', '   ']) {
        const sent = { username: 'ada', password: 'a password', [name]: blank }
        expect(await maker.api('POST', `/api/applications/${body.id}/users`, sent)).toMatchObject({
          status: 400,
          body: {
            code: 'invalid_request',
            message: 'Username and password are required',
            fields: { [name]: 'Username and password are required' },
          },
        })
      }
    }
  })
})
