import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'

describeOnBothDatabases('features', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  async function owners() {
    const maker = await it.account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Game' })).body
    const base = `/api/applications/${id}`
    const license = (await maker.api<{ id: number }>('POST', `${base}/licenses`, {})).body.id
    const someone = { username: 'ada', password: 'plenty of letters here' }
    const user = (await maker.api<{ id: number }>('POST', `${base}/users`, someone)).body.id
    const preset = (await maker.api<{ id: number }>('POST', `${base}/presets`, { name: 'Pro' })).body.id
    const places: Readonly<Record<string, readonly ['PATCH' | 'PUT', string]>> = {
      application: ['PATCH', base],
      license: ['PATCH', `${base}/licenses/${license}`],
      user: ['PUT', `${base}/users/${user}`],
      preset: ['PATCH', `${base}/presets/${preset}`],
    }
    return { maker, places: Object.values(places) }
  }
  interface Answer {
    readonly features: unknown
    readonly fields?: Readonly<Record<string, string>>
  }

  test('are set and read at an application, a license, a user and a preset, whatever the order of their names', async () => {
    const { maker, places } = await owners()
    for (const [method, path] of places) {
      const set = await maker.api<Answer>(method, path, { features: { seats: 5, beta: true, tier: 'pro' } })
      expect(set.body.features).toEqual({ beta: true, seats: 5, tier: 'pro' })
      expect((await maker.api<Answer>(method, path, {})).body.features).toEqual({ beta: true, seats: 5, tier: 'pro' })
      expect((await maker.api<Answer>(method, path, { features: {} })).body.features).toEqual({})
    }
  })

  test('that are none are refused, by their name, and nothing is stored', async () => {
    const { maker, places } = await owners()
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`f${n}`, true]))
    const large = Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`f${n}`, 'x'.repeat(150)]))
    const wrong: readonly (readonly [features: unknown, field: string])[] = [
      [{ 'Two words': true }, 'features.Two words'],
      [{ __proto__x: true }, 'features.__proto__x'],
      [{ [`a${'b'.repeat(40)}`]: true }, `features.a${'b'.repeat(40)}`],
      [{ tier: 'x'.repeat(201) }, 'features.tier'],
      [{ tier: 1.5 }, 'features.tier'],
      [{ tier: null }, 'features.tier'],
      [{ tier: ['a'] }, 'features.tier'],
      [many, 'features'],
      [large, 'features'],
      [[true], 'features'],
      ['tier', 'features'],
    ]
    for (const [method, path] of places) {
      for (const [features, field] of wrong) {
        const answer = await maker.api<Answer>(method, path, { features })
        expect([field, answer.status]).toEqual([field, 400])
        expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
      }
      expect((await maker.api<Answer>(method, path, {})).body.features).toEqual({})
    }
  })
})
