import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { askSigned } from '../harness/signing-client.ts'
import { useSuite } from '../harness/use-suite.ts'
import { createWorld, password, type World } from '../harness/world.ts'
import { askShippedCalls, fixed } from './ask-shipped-calls.ts'
import { shippedAnswers, shippedLease } from './shipped-answers.ts'

const hwid = '1aa26679d5e089fcebae704ad6552b8c'

const answersOf = (w: World) => askShippedCalls({ ...w, now: () => w.clock.now() })

describeOnBothDatabases('programs that shipped before devices, presets, redemptions and grace', (open) => {
  const suite = useSuite(open)

  it('get the bytes that they got then: no field more, none less, none elsewhere', async () => {
    const w = await createWorld(suite, await suite.test.account())
    expect(await answersOf(w)).toEqual(shippedAnswers)
  })

  it('get them although licenses, presets and other applications use what is new', async () => {
    const maker = await suite.test.account()
    const other = await createWorld(suite, maker, { graceDays: 5, licenseLogin: true, features: { export: true } })
    await other.license({ maxSessions: 3, graceDays: 2, features: { tier: 'pro' } })
    await other.dashboard('POST', `${other.base}/presets`, { name: 'Pro', graceDays: 1 })
    expect(await answersOf(await createWorld(suite, maker))).toEqual(shippedAnswers)
  })

  it('get a lease whose claims are those that they compare as text', async () => {
    const w = await createWorld(suite, await suite.test.account(), { leaseHours: 24 })
    const { licenseKey } = await w.license()
    await w.register({ username: 'ada', license_key: licenseKey, hwid })
    const signed = async (body: object) => {
      const { json, body: text } = await askSigned(w, '/api/v1/login', body, { apiKey: w.apiKey, ip: w.ip })
      const [, claims = ''] = String(json.lease).split('.')
      return { bytes: fixed(text), claims: Buffer.from(claims, 'base64url').toString() }
    }
    const { bytes, claims } = await signed({ username: 'ada', password, hwid })
    expect(bytes).toBe(shippedLease.answer)
    expect(claims).toMatch(shippedLease.claims)
  })
})
