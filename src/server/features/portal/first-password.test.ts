import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { countOf, openPortal, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'

const chosen = 'chosen by the user'

describeOnBothDatabases('a first password with the license key', (open) => {
  const suite = useSuite(open)

  async function openFirst() {
    const portal = await openPortal(suite)
    const { world, slug } = portal
    const choose = (username: string, license_key: string, ip?: string, new_password = chosen) =>
      portalBrowser(world, slug).call('POST', '/first-password', { username, license_key, new_password }, ip)
    const enters = async (username: string, sent: string) =>
      (await portalBrowser(world, slug).signIn(username, sent)).status === 200
    /** Who was imported without a password, with a license of their own. */
    const imported = async () => {
      const { id: licenseId, licenseKey } = await world.license({ maxUsers: 1 })
      return { ...(await world.user({ licenseId, passwordHash: '' })), licenseKey }
    }
    return { ...portal, choose, enters, imported }
  }

  it('is chosen once by who came from KeyAuth without one, and lets their program in', async () => {
    const { world, choose, enters } = await openFirst()
    await world.license({ licenseKey: 'LENAS-OWN-KEY-1', maxUsers: 1 })
    const expiry = String(Math.floor(world.clock.nowMs() / 1000) + 86_400)
    const users = ['lena', 'nina'].map((username) => ({ username, email: null, password: null }))
    const subscription = [
      { user: 'lena', subscription: 'default', key: 'LENAS-OWN-KEY-1', expiry },
      { user: 'nina', subscription: 'default', expiry },
    ]
    const query = { kind: 'users', format: 'keyauth' }
    const file = JSON.stringify({ users, subscription })
    const { rows } = await importFile(world.test, world.maker, world.applicationId, query, file)
    expect(rows.map(({ message }) => message)).toEqual([
      'No password: set in the portal with the license key, or send a password link',
      'No password: send a password link',
    ])
    expect((await choose('lena', 'LENAS-OWN-KEY-1', undefined, 'short')).status).toBe(400)
    expect((await choose('nina', 'LENAS-OWN-KEY-1')).body.code).toBe('first_password_refused')
    expect((await choose('LENA', 'LENAS-OWN-KEY-1')).status).toBe(200)
    expect((await world.login({ username: 'lena' }, { password: chosen, hwid: 'PC-1' })).body.code).toBe(
      'login_successful',
    )
    expect((await choose('lena', 'LENAS-OWN-KEY-1', undefined, 'another password')).status).toBe(403)
    expect([await enters('lena', chosen), await enters('lena', 'another password')]).toEqual([true, false])
  })

  it('is refused alike, without hashing anything, for every other pair of name and key', async () => {
    const { world, choose, imported } = await openFirst()
    const mine = await imported()
    const other = await imported()
    const banned = await imported()
    const shared = await world.license({ maxUsers: 2 })
    const ofShared = await world.user({ licenseId: shared.id, passwordHash: '' })
    const withPassword = await world.license({ maxUsers: 1 })
    const settled = await world.user({ licenseId: withPassword.id })
    const { id, base } = { id: banned.id, base: world.base }
    await world.dashboard('POST', `${base}/users/${id}/ban`, {})
    const { passwords } = world.test.app
    const { hash } = passwords
    let hashes = 0
    Object.assign(passwords, {
      hash: (...sent: Parameters<typeof hash>) => {
        hashes += 1
        return hash(...sent)
      },
    })
    try {
      const pairs: readonly (readonly [string, string])[] = [
        ['nobody', 'KW-NONE'],
        [mine.username, 'KW-NONE'],
        ['nobody', mine.licenseKey],
        [mine.username, other.licenseKey],
        [banned.username, banned.licenseKey],
        [ofShared.username, shared.licenseKey],
        [settled.username, withPassword.licenseKey],
      ]
      const said = new Set<string>()
      for (const [at, [username, key]] of pairs.entries()) {
        const { status, body } = await choose(username, key, `10.88.0.${at}`)
        const { requestId: _, ...rest } = body
        said.add(JSON.stringify([status, rest]))
      }
      expect([...said]).toEqual([expect.stringContaining('first_password_refused')])
      expect(hashes).toBe(0)
    } finally {
      Object.assign(passwords, { hash })
    }
    expect((await choose(mine.username, mine.licenseKey)).status).toBe(200)
  })

  it('is one, of 50 that are chosen at once', async () => {
    const { choose, enters, imported } = await openFirst()
    const { username, licenseKey } = await imported()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => choose(username, licenseKey, `10.89.0.${n}`, `password number ${n}`)),
    )
    expect([countOf(answers, 200), countOf(answers, 403)]).toEqual([1, 49])
    const first = answers.findIndex(({ status }) => status === 200)
    expect(await enters(username, `password number ${first}`)).toBe(true)
  })

  it('is guessed at 10 times from one address: of 200 keys at once no more are looked up', async () => {
    const { choose, imported } = await openFirst()
    const { username, licenseKey } = await imported()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => choose(username, `KW-NONE-${n}`, '10.90.0.1')),
    )
    expect(countOf(answers, 403)).toBeLessThanOrEqual(10)
    expect(countOf(answers, 403) + countOf(answers, 429)).toBe(200)
    for (let more = countOf(answers, 403); more < 10; more += 1) await choose(username, 'KW-NONE', '10.90.0.1')
    expect((await choose(username, licenseKey, '10.90.0.1')).status).toBe(429)
    expect((await choose(username, licenseKey, '10.90.0.2')).status).toBe(200)
  })
})
