import { expect, test } from 'vitest'
import type { TestAccount } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { maxPresets } from '../../shared/constants.ts'

interface Preset {
  readonly id: number
  readonly name: string
  readonly maxUsers: number
  readonly features: Readonly<Record<string, unknown>>
  readonly licenses?: number | null
  readonly archivedAt: string | null
  readonly isArchived?: boolean
  readonly code?: string
  readonly fields?: object
}

interface License {
  readonly id: number
  readonly licenseKey: string
  readonly maxUsers: number
  readonly validityDays: number
  readonly validityStart: string
  readonly expiresAt: string | null
  readonly maxDevices: number | null
  readonly maxSessions: number | null
  readonly features: Readonly<Record<string, unknown>>
  readonly presetId: number | null
  readonly preset?: { readonly name: string; readonly isArchived: boolean } | null
  readonly code?: string
}

interface Preview {
  readonly total: number
  readonly changing: number
  readonly token: string
  readonly sample: readonly { readonly before: string; readonly after: string }[]
}

const pro = {
  name: 'Pro',
  maxUsers: 3,
  validityDays: 365,
  validityStart: 'first_use',
  maxDevices: 2,
  maxSessions: 4,
  mask: 'PRO-****-****-****',
  features: { export: true, projects: 10, tier: 'pro' },
}

describeOnBothDatabases('presets of licenses', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  async function stage(account?: TestAccount) {
    const maker = account ?? (await it.account())
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Game' })).body
    const base = `/api/applications/${id}`
    return {
      maker,
      id,
      base,
      create: (body: object = {}) => maker.api<Preset>('POST', `${base}/presets`, { ...pro, ...body }),
      change: (presetId: number, body: object) => maker.api<Preset>('PATCH', `${base}/presets/${presetId}`, body),
      remove: (presetId: number) => maker.api<Preset>('DELETE', `${base}/presets/${presetId}`),
      list: async (query = '') => (await maker.api<Preset[]>('GET', `${base}/presets${query}`)).body,
      generate: (body: object) => maker.api<License>('POST', `${base}/licenses/generate`, body),
      license: async (licenseId: number) => (await maker.api<License>('GET', `${base}/licenses/${licenseId}`)).body,
      preview: async (action: object, selection: object) =>
        (await maker.api<Preview>('POST', `${base}/licenses/bulk/preview`, { selection, action })).body,
    }
  }
  type Stage = Awaited<ReturnType<typeof stage>>
  const made = async (s: Stage, body: object = {}) => (await s.create(body)).body
  const apply = async (s: Stage, presetId: number, selection: object) => {
    const action = { type: 'apply_preset', presetId }
    const preview = await s.preview(action, selection)
    const sent = { selection, action, token: preview.token }
    const { text } = await s.maker.api('POST', `${s.base}/licenses/bulk`, sent)
    const end = JSON.parse(text.trim().split('\n').at(-1) ?? '') as { changed: number; operationId: string }
    return { preview, end }
  }

  test('are listed by name, changed, and deleted while no license has them', async () => {
    const s = await stage()
    const { id } = await made(s)
    const { body: basic } = await s.maker.api<Preset>('POST', `${s.base}/presets`, { name: 'Basic' })
    expect(basic).toMatchObject({ maxUsers: 1, validityDays: 30, validityStart: 'creation', mask: null, features: {} })
    expect((await s.change(id, { maxUsers: 5, features: {} })).body).toMatchObject({
      name: 'Pro',
      maxUsers: 5,
      features: {},
    })
    expect((await s.change(id, {})).body).toMatchObject({ name: 'Pro', maxUsers: 5 })
    expect((await s.list()).map(({ name, licenses }) => [name, licenses])).toEqual([
      ['Basic', 0],
      ['Pro', 0],
    ])
    expect((await s.remove(id)).body).toMatchObject({ isArchived: false })
    expect((await s.list()).map(({ name }) => name)).toEqual(['Basic'])
    expect(await s.list('?isArchived=true')).toEqual([])
    for (const answer of [await s.remove(id), await s.change(id, { name: 'Back' })]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: 'preset_not_found' })
    }
  })

  test('give a license their values, and those that stand beside the preset take precedence', async () => {
    const s = await stage()
    const { id: presetId } = await made(s)
    const { body: license } = await s.generate({ presetId })
    expect(license).toMatchObject({
      maxUsers: 3,
      validityDays: 365,
      validityStart: 'first_use',
      expiresAt: null,
      presetId,
    })
    expect(license.features).toEqual(pro.features)
    expect(license).toMatchObject({ maxDevices: 2, maxSessions: 4 })
    expect(license.licenseKey).toMatch(/^PRO-/)
    const beside = { presetId, maxUsers: 9, validityStart: 'creation', features: { tier: 'gift' } }
    expect((await s.generate(beside)).body).toMatchObject({
      maxUsers: 9,
      validityDays: 365,
      features: { tier: 'gift' },
    })
    const own = await s.maker.api<License>('POST', `${s.base}/licenses`, { presetId, licenseKey: 'MINE' })
    expect(own.body).toMatchObject({ licenseKey: 'MINE', maxUsers: 3, features: pro.features })
    const batch = await s.maker.api<License[]>('POST', `${s.base}/licenses/batch`, { presetId, count: 60 })
    expect(new Set(batch.body.map((each) => each.licenseKey)).size).toBe(60)
    for (const each of batch.body) {
      expect(each).toMatchObject({ maxUsers: 3, presetId, features: pro.features })
      expect(each.licenseKey).toMatch(/^PRO-/)
    }
    expect((await s.generate({})).body).toMatchObject({ maxUsers: 1, features: {}, presetId: null })
    expect((await s.list())[0]?.licenses).toBe(63)
  })

  test('leave what was sold as it was when they change', async () => {
    const s = await stage()
    const { id: presetId } = await made(s)
    const { body: sold } = await s.generate({ presetId })
    await s.change(presetId, { name: 'Pro 2', maxUsers: 1, features: {} })
    expect(await s.license(sold.id)).toMatchObject({ maxUsers: 3, features: pro.features, preset: { name: 'Pro 2' } })
  })

  test('are archived where licenses have them: not offered any more, but named and brought back', async () => {
    const s = await stage()
    const { id: presetId } = await made(s)
    const { body: sold } = await s.generate({ presetId })
    expect((await s.remove(presetId)).body).toMatchObject({ isArchived: true })
    expect((await s.remove(presetId)).body).toMatchObject({ isArchived: true })
    expect(await s.list()).toEqual([])
    expect(await s.license(sold.id)).toMatchObject({ presetId, preset: { name: 'Pro', isArchived: true } })
    for (const path of ['licenses', 'licenses/generate', 'licenses/batch']) {
      const body = { presetId, ...(path.endsWith('batch') && { count: 2 }) }
      const answer = await s.maker.api<License>('POST', `${s.base}/${path}`, body)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: 'preset_not_found' })
    }
    const { id: successor } = await made(s)
    expect((await s.change(presetId, { isArchived: false })).body).toMatchObject({ code: 'preset_name_taken' })
    expect((await s.list('?isArchived=true')).map(({ id }) => id)).toEqual([presetId])
    await s.remove(successor)
    expect((await s.change(presetId, { isArchived: false })).body).toMatchObject({ archivedAt: null })
    expect((await s.list()).map(({ id }) => id)).toEqual([presetId])
  })

  test('of another application count as missing', async () => {
    const [s, other] = [await stage(), await stage()]
    const { id: presetId } = await made(other)
    const mine = await stage(other.maker)
    for (const ask of [s, mine]) {
      const answers = [
        await ask.change(presetId, { name: 'Taken over' }),
        await ask.remove(presetId),
        await ask.generate({ presetId }),
        await ask.maker.api<Preset>('POST', `${ask.base}/licenses/bulk/preview`, {
          selection: { filter: {} },
          action: { type: 'apply_preset', presetId },
        }),
      ]
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([404, 'preset_not_found'])
      }
      expect(await ask.list()).toEqual([])
    }
    expect((await other.list()).map(({ name }) => name)).toEqual(['Pro'])
  })

  test('have different names, in any spelling, also when 50 of one name are made at once', async () => {
    const s = await stage()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => s.create({ name: n % 2 ? 'Pro' : ' PRO ' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'preset_name_taken'])
      expect(Object.keys(body.fields ?? {})).toEqual(['name'])
    }
    const { id } = await made(s, { name: 'Basic' })
    expect((await s.change(id, { name: 'pro' })).body).toMatchObject({ code: 'preset_name_taken' })
    expect((await s.list()).map(({ name }) => name.toLowerCase())).toEqual(['basic', 'pro'])
  })

  test('are at most a hundred, also when 200 are made at once', async () => {
    const s = await stage()
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => s.create({ name: `Preset ${n}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxPresets)
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(new Set(refused)).toEqual(new Set(['limit_reached']))
    const presets = await s.list()
    expect(presets).toHaveLength(maxPresets)
    const { body: sold } = await s.generate({ presetId: presets[0]?.id })
    await s.remove(presets[0]?.id ?? 0)
    expect((await s.create({ name: 'One more' })).status).toBe(200)
    expect((await s.change(sold.presetId ?? 0, { isArchived: false })).body).toMatchObject({ code: 'limit_reached' })
    expect(await s.list()).toHaveLength(maxPresets)
  })

  test('deleted or archived while licenses are made of them leave no license half made', async () => {
    const s = await stage()
    for (let round = 0; round < 5; round += 1) {
      const { id: presetId } = await made(s, { name: `Round ${round}` })
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => s.generate({ presetId })),
        s.remove(presetId),
        ...Array.from({ length: 5 }, () => s.generate({ presetId })),
      ])
      for (const { status } of answers) expect([200, 404]).toContain(status)
      const sold = answers.filter(({ status, body }) => status === 200 && 'licenseKey' in body)
      for (const { body } of sold) expect(body).toMatchObject({ presetId, features: pro.features })
      const archived = await s.list('?isArchived=true')
      expect(archived.some(({ id }) => id === presetId)).toBe(sold.length > 0)
    }
  })

  test('are applied to the licenses that have them: features change, seats, validity and expiry stay; Undo', async () => {
    const s = await stage()
    const { id: presetId } = await made(s, { validityStart: 'creation' })
    const { body: sold } = await s.generate({ presetId })
    const { body: another } = await s.generate({})
    await s.change(presetId, { maxUsers: 50, validityDays: 7, maxDevices: 5, features: { export: false } })
    const { preview, end } = await apply(s, presetId, { filter: { presetId } })
    expect(preview).toMatchObject({ total: 1, changing: 1 })
    expect(preview.sample[0]).toMatchObject({ after: expect.stringContaining('export: false') })
    expect(end.changed).toBe(1)
    const changed = await s.license(sold.id)
    expect(changed).toMatchObject({ features: { export: false }, maxDevices: 5, maxSessions: 4, presetId })
    for (const field of ['maxUsers', 'validityDays', 'expiresAt', 'licenseKey'] as const) {
      expect(changed[field]).toBe(sold[field])
    }
    expect(await s.license(another.id)).toMatchObject({ features: {}, presetId: null })
    expect((await apply(s, presetId, { filter: { presetId } })).preview.changing).toBe(0)
    const undone = await s.maker.api('POST', `${s.base}/operations/${end.operationId}/undo`)
    expect(undone.body).toEqual({ restored: 1, skipped: 0 })
    expect((await s.license(sold.id)).features).toEqual(pro.features)
  })

  test('changed after a preview are not applied by it, and a deleted one is not restored by Undo', async () => {
    const s = await stage()
    const [{ id: old }, { id: young }] = [
      await made(s, { name: 'Old' }),
      await made(s, { name: 'Young', features: {} }),
    ]
    const { body: sold } = await s.generate({ presetId: old })
    const action = { type: 'apply_preset', presetId: young }
    const selection = { ids: [sold.id] }
    const { token } = await s.preview(action, selection)
    await s.change(young, { features: { export: 'later' } })
    const late = await s.maker.api<Preset>('POST', `${s.base}/licenses/bulk`, { selection, action, token })
    expect([late.status, late.body.code]).toEqual([409, 'preview_expired'])
    expect((await s.license(sold.id)).features).toEqual(pro.features)
    const { end } = await apply(s, young, selection)
    expect(await s.license(sold.id)).toMatchObject({ presetId: young, features: { export: 'later' } })
    expect((await s.remove(old)).body).toMatchObject({ isArchived: false })
    const undone = await s.maker.api('POST', `${s.base}/operations/${end.operationId}/undo`)
    expect(undone.body).toEqual({ restored: 1, skipped: 0 })
    expect(await s.license(sold.id)).toMatchObject({ presetId: null, features: pro.features })
  })

  test('filter the licenses that have them', async () => {
    const s = await stage()
    const { id: presetId } = await made(s)
    const { body: sold } = await s.generate({ presetId })
    await s.generate({})
    const found = await s.maker.api<License[]>('GET', `${s.base}/licenses?presetId=${presetId}`)
    expect(found.body.map(({ id }) => id)).toEqual([sold.id])
    expect((await s.maker.api<License[]>('GET', `${s.base}/licenses?presetId=${presetId + 1000}`)).body).toEqual([])
  })

  test('name what was changed in the audit log, and who', async () => {
    const s = await stage()
    const { id } = await made(s)
    await s.change(id, { features: {} })
    await s.generate({ presetId: id })
    await s.remove(id)
    await s.change(id, { isArchived: false })
    const { body } = await s.maker.api<{ action: string; actor: string }[]>('GET', `/api/audit?applicationId=${s.id}`)
    const actions = body.map(({ action }) => action).filter((action) => action.startsWith('preset.'))
    expect(actions).toEqual(['preset.restore', 'preset.archive', 'preset.update', 'preset.create'])
  })
})
