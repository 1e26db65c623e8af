import { expect, it } from 'vitest'
import { openAuditedApp } from '../../../test/harness/open-audited-app.ts'
import { messageDefaults } from '../../shared/messages.ts'

it('every change of the dashboard leaves one line in the audit log; refusals, reads and repeats leave none', async () => {
  const test = await openAuditedApp()
  const maker = await test.account()
  const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Demo' })).body
  const base = `/api/applications/${id}`
  const newUser = { username: 'ada', password: 'a secret password' }
  const user = (await maker.api<{ id: number }>('POST', `${base}/users`, newUser)).body
  const license = (await maker.api<{ id: number }>('POST', `${base}/licenses`, { licenseKey: 'a secret key' })).body
  const entry = (await maker.api<{ id: number }>('POST', '/api/blacklist', { type: 'hwid', value: 'a secret id' })).body
  const lines = async () => (await test.audited()).filter((row) => row.accountId === maker.id)
  const [aUser, aLicense, anEntry] = [
    `application ${id}, user ${user.id}`,
    `application ${id}, license ${license.id}`,
    `blacklist entry ${entry.id}`,
  ]
  const changes = [
    ['PUT', `${base}/users/${user.id}`, { email: 'ada@example.com' }, 'user.update', aUser],
    ['POST', `${base}/users/${user.id}/pause`, undefined, 'user.pause', aUser],
    ['POST', `${base}/users/${user.id}/unpause`, undefined, 'user.unpause', aUser],
    ['POST', `${base}/users/${user.id}/ban`, undefined, 'user.ban', aUser],
    ['POST', `${base}/users/${user.id}/unban`, undefined, 'user.unban', aUser],
    ['PUT', `${base}/users/${user.id}`, { hwid: 'PC-1' }, 'user.update', aUser],
    ['POST', `${base}/users/${user.id}/reset-hwid`, undefined, 'user.reset_hwid', aUser],
    ['DELETE', `${base}/users/${user.id}`, undefined, 'user.delete', aUser],
    ['PATCH', `${base}/licenses/${license.id}`, { description: 'Team' }, 'license.update', aLicense],
    ['DELETE', `${base}/licenses/${license.id}`, undefined, 'license.delete', aLicense],
    ['DELETE', `/api/blacklist/${entry.id}`, undefined, 'blacklist.delete', anEntry],
    ['PUT', '/api/custom-messages', messageDefaults, 'custom_messages.update', `account ${maker.id}`],
    ['POST', '/api/custom-messages/reset', undefined, 'custom_messages.reset', `account ${maker.id}`],
  ] as const
  for (const [method, path, body, action, subject] of changes) {
    const before = await lines()
    expect([path, (await maker.api(method, path, body)).status]).toEqual([path, 200])
    const [line, ...more] = (await lines()).slice(before.length)
    expect(line).toEqual({ accountId: maker.id, actor: maker.email, action, subject })
    expect(more).toEqual([])
    if (path.startsWith(base) && action !== 'license.update') {
      await maker.api(method, path, body)
      await maker.api('GET', `${base}/users`)
      expect((await lines()).length).toBe(before.length + 1)
    }
  }
  expect(JSON.stringify(await lines())).not.toContain('secret')
  await test.close()
})
