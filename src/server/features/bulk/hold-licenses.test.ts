import { beforeEach, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { ndjsonLines } from '../../../../test/harness/import-file.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, password, type World } from '../../../../test/harness/world.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

type End = Extract<BulkLine, { type: 'end' }>

describeOnBothDatabases('licenses that are paused or banned together', (open) => {
  const suite = useSuite(open)
  let w: World
  beforeEach(async () => {
    w = await createWorld(suite, await suite.test.account(), { hwidLockEnabled: false })
  })

  const bulk = () => `${w.base}/licenses/bulk`
  interface Preview {
    readonly changing: number
    readonly token: string
    readonly sample: readonly { readonly before: string; readonly after: string }[]
  }
  const apply = async (action: object, selection: object = { filter: {} }) => {
    const asked = { selection, action }
    const preview = await w.dashboard<Preview>('POST', `${bulk()}/preview`, asked)
    const { text } = await w.maker.api('POST', bulk(), { ...asked, token: preview.token })
    return { preview, end: ndjsonLines<BulkLine>(text).at(-1) as End }
  }
  const undo = (id: string) => w.dashboard('POST', `${w.base}/operations/${id}/undo`)
  /** What users of these licenses are told, and what the drawers say. */
  const heldUser = async (body: object = {}) => {
    const { id, licenseKey } = await w.license(body)
    const user = await w.register({ license_key: licenseKey, username: `of-${id}` })
    return { id, user: { id: Number(user.body.user_id), username: `of-${id}` } }
  }
  const codeOf = async ({ user }: { readonly user: { readonly username: string } }) => (await w.login(user)).body.code
  const shown = (id: number) => w.stores.licenses.find(w.applicationId, id)

  it('refuse their users, with the reason in the drawer, until an undo or its opposite', async () => {
    const [on, off] = [await heldUser(), await heldUser()]
    const token = await w.session(on.user)
    await w.changeLicense(off.id, { isActive: false })
    const { preview, end } = await apply({ type: 'ban', reason: 'Charged back' })
    expect(preview).toMatchObject({ changing: 2 })
    expect(preview.sample[0]).toMatchObject({
      before: 'Neither paused nor banned',
      after: 'Banned, reason: Charged back',
    })
    expect(end).toMatchObject({ changed: 2, failed: 0, canUndo: true })
    expect((await w.beat(token)).body.code).toBe('license_banned')
    expect(await shown(on.id)).toMatchObject({ hold: 'banned', holdReason: 'Charged back', isActive: true })
    expect(await undo(end.operationId)).toEqual({ restored: 2, skipped: 0 })
    expect(await codeOf(on)).toBe('login_successful')
    expect(await codeOf(off)).toBe('license_inactive')
    expect(await shown(off.id)).toMatchObject({ hold: null, holdReason: null, heldAt: null, isActive: false })
    await apply({ type: 'pause' }, { ids: [on.id, off.id] })
    expect([await codeOf(on), await codeOf(off)]).toEqual(['license_paused', 'license_paused'])
    await apply({ type: 'resume' }, { ids: [on.id, off.id] })
    expect([await codeOf(on), await codeOf(off)]).toEqual(['login_successful', 'license_inactive'])
  })

  it('leave a ban where only pauses begin or end, and a pause where only bans end', async () => {
    const [paused, banned] = [await heldUser(), await heldUser()]
    await w.actOnLicense(paused.id, 'pause', { reason: 'Asked for it' })
    await w.actOnLicense(banned.id, 'ban')
    for (const [type, changing] of [
      ['pause', 0],
      ['resume', 1],
      ['unban', 1],
    ] as const) {
      const asked = { selection: { filter: {} }, action: { type } }
      expect(await w.dashboard('POST', `${bulk()}/preview`, asked)).toMatchObject({ changing })
    }
    await apply({ type: 'unban' })
    expect([await codeOf(paused), await codeOf(banned)]).toEqual(['license_paused', 'login_successful'])
    await apply({ type: 'ban' })
    expect(await shown(paused.id)).toMatchObject({ hold: 'banned', holdReason: null })
  })

  it('pass over keys that were used up: their time is another license’s', async () => {
    const { id, user } = await heldUser({ validityDays: 10 })
    const next = await w.license({ validityDays: 20, validityStart: 'first_use' })
    const sent = { username: user.username, password, license_key: next.licenseKey }
    const { body } = await w.send('/api/v1/redeem', sent)
    const { end } = await apply({ type: 'ban' }, { ids: [id, next.id] })
    expect(end).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await shown(id)).toMatchObject({ hold: null, takenMs: null })
    await apply({ type: 'unban' }, { ids: [next.id] })
    expect((await w.login(user)).body).toMatchObject({ expires_at: body.expires_at })
  })
})
