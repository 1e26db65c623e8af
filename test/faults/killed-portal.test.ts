import { describe, expect, it } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { openKilledServer } from './killed-server.ts'

const kills = 3
const callers = 4
const slug = 'killed'
const dayMs = 86_400_000
const [oldPassword, newPassword] = ['the password before', 'the password afterwards']

interface Listed {
  readonly id: number
  readonly username: string
  readonly kind: string
  readonly hwid: string | null
  readonly licenseId: number | null
}

type Place = Awaited<ReturnType<typeof openKilledServer>>

for (const { name, describeEngine } of [
  { name: 'SQLite' as const, describeEngine: describe },
  { name: 'PostgreSQL' as const, describeEngine: describePostgres },
]) {
  describeEngine(`a server killed while customers change things in the portal (${name})`, () => {
    it('has done all of a change or nothing: released devices, redeemed keys, claimed accounts and passwords', async () => {
      const place = await openKilledServer(name)
      await place.server.api('PATCH', place.base, {
        ...{ portalSlug: slug, portalEnabled: true, portalKeyOnly: 'manage' },
        ...{ licenseLogin: true, hwidLockEnabled: true },
      })
      const { apiKey } = (await place.server.api<{ apiKey: string }>('GET', place.base)).body
      let [answered, done] = [0, 0]
      for (let round = 0; round < kills; round += 1) {
        const changes = await customersOf(place, apiKey, round)
        // each round dies a little later in what all of them do at once
        const killAfter = Math.floor((changes.length * round) / kills)
        let finished = 0
        const results = await Promise.all(
          changes.map(async (change) => {
            const isDone = await change.act().catch(() => false)
            finished += 1
            if (finished === killAfter + 1) await place.server.kill()
            return isDone
          }),
        )
        await place.start()
        for (const [index, change] of changes.entries()) {
          const isAnswered = results[index] === true
          const state = await change.stateAfter()
          expect(['before', 'after'], `${change.what}: ${state}`).toContain(state)
          if (isAnswered) expect(state, change.what).toBe('after')
          answered += Number(isAnswered)
          done += Number(state === 'after')
        }
      }
      printFigure(`${name}: killed ${kills} times: ${answered} changes answered, ${done} done, none in part`)
      expect(done).toBeGreaterThanOrEqual(answered)
    }, 240_000)
  })
}

/** Customers of every kind who are signed in, and the one change that each of them makes. */
async function customersOf(place: Place, apiKey: string, round: number) {
  const api = async <T>(method: string, path: string, body?: unknown) =>
    (await place.server.api<T>(method, `${place.base}${path}`, body)).body
  const post = async (path: string, body: unknown, cookie = '') => {
    const response = await fetch(place.server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...(cookie !== '' && { cookie }) },
      body: JSON.stringify(body),
    })
    return response
  }
  const portal = (path: string) => `/api/portal/${slug}${path}`
  const signIn = async (body: object) => {
    const response = await post(portal('/sign-in'), body)
    expect(response.status, await response.clone().text()).toBe(200)
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }
  const call = async (cookie: string, method: string, path: string, body?: unknown) => {
    const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return fetch(place.server.origin + portal(path), init)
  }
  const succeeds = async (response: Promise<Response>) => (await response).status === 200
  const isLogged = async (event: string, userId: number) =>
    (await place.server.api<object[]>('GET', `/api/activity-logs?event=${event}&userId=${userId}`)).body.length > 0
  const license = (days: number) =>
    api<{ id: number; licenseKey: string }>('POST', '/licenses', { maxUsers: 1, validityDays: days })
  const login = async (path: string, body: object) =>
    (await (await post(`/api/v1/${path}`, body)).json()) as { code: string }
  const user = async (username: string) => {
    const { id } = await api<{ id: number }>('POST', '/users', { username, password: oldPassword })
    return { id, username, cookie: await signIn({ username, password: oldPassword }) }
  }
  const holder = async (hwid: string) => {
    const made = await license(30)
    expect((await login('license', { license_key: made.licenseKey, hwid })).code).toBe('login_successful')
    const [found] = await api<Listed[]>('GET', `/users?licenseId=${made.id}`)
    return { ...made, userId: found?.id ?? 0, cookie: await signIn({ license_key: made.licenseKey }) }
  }

  const changes = []
  for (let n = 0; n < callers; n += 1) {
    const label = `${round}-${n}`

    const released = await holder(`PC-${label}`)
    const { devices } = (await (await call(released.cookie, 'GET', '/devices')).json()) as { devices: { id: string }[] }
    changes.push({
      what: 'release of a device',
      act: () => succeeds(call(released.cookie, 'DELETE', `/devices/${devices[0]?.id}`)),
      stateAfter: async () => {
        const { hwid } = await api<Listed>('GET', `/users/${released.userId}`)
        const shown = (await (await call(released.cookie, 'GET', '/devices')).json()) as { can_release: boolean }
        return stateOf([hwid === null, !shown.can_release, await isLogged('device_released', released.userId)])
      },
    })

    const renewing = await holder(`RENEWING-${label}`)
    const added = await license(10)
    changes.push({
      what: 'redeeming',
      act: () => succeeds(call(renewing.cookie, 'POST', '/redeem', { license_key: added.licenseKey })),
      stateAfter: async () => {
        const own = await api<{ expiresAt: string }>('GET', `/licenses/${renewing.id}`)
        const spent = await api<{ isActive: boolean }>('GET', `/licenses/${added.id}`)
        const days = (Date.parse(own.expiresAt) - Date.now()) / dayMs
        return stateOf([days > 35, !spent.isActive, await isLogged('license_redeemed', renewing.userId)])
      },
    })

    const claiming = await holder(`CLAIMING-${label}`)
    const account = { username: `claimed-${label}`, password: newPassword }
    changes.push({
      what: 'claiming an account',
      act: () => succeeds(call(claiming.cookie, 'POST', '/claim', account)),
      stateAfter: async () => {
        const { kind, username } = await api<Listed>('GET', `/users/${claiming.userId}`)
        const byName = await login('login', { ...account, hwid: `CLAIMING-${label}` })
        const isSignedOut = (await call(claiming.cookie, 'GET', '/me')).status === 401
        return stateOf([
          ...[kind === 'account', username === account.username],
          ...[byName.code === 'login_successful', isSignedOut],
        ])
      },
    })

    const changing = await user(`changing-${label}`)
    const elsewhere = await signIn({ username: changing.username, password: oldPassword })
    changes.push({
      what: 'a new password',
      act: () =>
        succeeds(call(changing.cookie, 'POST', '/password', { old_password: oldPassword, new_password: newPassword })),
      stateAfter: async () => {
        const { username } = changing
        const byNew = await login('login', { username, password: newPassword, hwid: `CHANGING-${label}` })
        const byOld = await login('login', { username, password: oldPassword, hwid: `CHANGING-${label}` })
        expect([byNew.code, byOld.code].sort()).toEqual(['invalid_credentials', 'login_successful'])
        const isSignedOut = (await call(elsewhere, 'GET', '/me')).status === 401
        return stateOf([byNew.code === 'login_successful', isSignedOut])
      },
    })
  }
  return changes
}

/** Whether all parts of a change are there, or none of them. */
function stateOf(parts: readonly boolean[]): 'before' | 'after' | string {
  if (parts.every((isDone) => isDone)) return 'after'
  return parts.some((isDone) => isDone) ? `in part: ${parts.join(', ')}` : 'before'
}
