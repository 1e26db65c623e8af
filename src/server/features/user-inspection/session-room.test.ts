import { expect, it } from 'vitest'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'

interface LoginCheck {
  readonly wouldPass: boolean
  readonly sessions: object | null
}

const test = useSeededApp()

const check = async (username: string) =>
  (await test.maker.api<LoginCheck>('POST', `${test.base}/login-check`, { username })).body

it('the check of a login says that no session can begin where all of a floating license are in use, and by whom', async () => {
  const license = { maxUsers: 3, maxSessions: 2 }
  const { body } = await test.maker.api<{ licenseKey: string }>('POST', `${test.base}/licenses`, license)
  const register = async (username: string) => {
    const sent = { username, password: 'long enough', license_key: body.licenseKey }
    return { username, id: Number((await test.client('register', sent)).body.user_id) }
  }
  const [one, two] = [await register('at work'), await register('waiting')]
  const start = (id: number) => test.client('session/track', { action: 'start', user_id: id })
  await start(one.id)
  const free = { isFull: false, user: { live: 0, limit: null }, license: { live: 1, limit: 2 } }
  expect((await check(two.username)).sessions).toEqual(free)
  await start(one.id)
  const full = { isFull: true, user: { live: 0, limit: null }, license: { live: 2, limit: 2 } }
  expect(await check(two.username)).toMatchObject({ wouldPass: true, sessions: full })
  expect((await start(two.id)).body.code).toBe('session_limit_reached')
  await test.maker.api('PATCH', test.base, { sessionLimit: 1, sessionLimitPolicy: 'replace_oldest' })
  const replaced = { isFull: false, user: { live: 2, limit: 1 }, license: { live: 2, limit: 2 } }
  expect((await check(one.username)).sessions).toEqual(replaced)
  expect((await check('nobody')).sessions).toBeNull()
  test.clock.advance(91_000)
  expect((await check(two.username)).sessions).toMatchObject({ license: { live: 0, limit: 2 } })
})
