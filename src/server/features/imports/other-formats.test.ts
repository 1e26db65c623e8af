import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { maxUsersMax, neverExpires } from '../../../shared/constants.ts'

const dayMs = 86_400_000

describeOnBothDatabases('an import of license keys', (open) => {
  let app: TestApp
  let maker: TestAccount
  beforeAll(async () => {
    app = await createTestApp({ database: await open(), env: { RATE_LIMIT_SCALE: '1000' } })
    maker = await app.account()
  })
  afterAll(() => app.close())

  const application = async () =>
    (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Moved' })).body.id
  const run = (id: number, query: Readonly<Record<string, string>>, file: string) =>
    importFile(app, maker, id, { kind: 'licenses', ...query }, file)
  const licenses = async (id: number) =>
    (await maker.api<Record<string, unknown>[]>('GET', `/api/applications/${id}/licenses?sort=id:asc`)).body
  /** A dry run and the import of the same file, which must agree. */
  const tryAndRun = async (id: number, query: Readonly<Record<string, string>>, file: string) => {
    const dry = await run(id, { ...query, dryRun: 'true' }, file)
    expect(await licenses(id)).toEqual([])
    const done = await run(id, query, file)
    expect(dry.rows).toEqual(done.rows)
    return { dry, done }
  }
  const keygen = (key: string, more: object = {}) => ({
    id: `id of ${key}`,
    type: 'licenses',
    attributes: {
      ...{ name: null, key, expiry: null, status: 'ACTIVE', suspended: false, encrypted: false, floating: false },
      ...{ maxMachines: 1, maxUsers: null, created: '2025-01-01T00:00:00.000Z', updated: '2025-01-02T00:00:00.000Z' },
      ...more,
    },
  })

  it('takes licenses as Keygen answers them: seats, ends and states, and none whose key is a hash', async () => {
    const id = await application()
    const data = [
      keygen('KG-PLAIN', { name: 'Customer 1001', expiry: '2030-01-31T12:00:00.000Z' }),
      keygen('KG-TEAM', { maxMachines: 5, floating: true }),
      keygen('KG-USERS', { maxMachines: null, maxUsers: 3 }),
      keygen('KG-OPEN', { maxMachines: null, floating: true }),
      keygen('KG-ALONE', { maxMachines: null }),
      keygen('KG-SUSPENDED', { status: 'SUSPENDED', suspended: true }),
      keygen('KG-BANNED', { status: 'BANNED' }),
      keygen('a hash', { encrypted: true }),
      { type: 'machines', attributes: { fingerprint: 'x' } },
    ]
    const file = JSON.stringify({ data, links: { self: '/v1/accounts/a/licenses', next: null } })
    const { done } = await tryAndRun(id, { format: 'keygen' }, file)
    expect(done.end).toMatchObject({ new: 7, skipped: 1, wrong: 1 })
    const never = new Date(neverExpires).toISOString()
    const common = { maxUsers: 1, isActive: true, hold: null, expiresAt: never, createdAt: '2025-01-01T00:00:00.000Z' }
    expect(await licenses(id)).toMatchObject([
      { ...common, licenseKey: 'KG-PLAIN', description: 'Customer 1001', expiresAt: '2030-01-31T12:00:00.000Z' },
      { ...common, licenseKey: 'KG-TEAM', maxUsers: 5 },
      { ...common, licenseKey: 'KG-USERS', maxUsers: 3 },
      { ...common, licenseKey: 'KG-OPEN', maxUsers: maxUsersMax },
      { ...common, licenseKey: 'KG-ALONE' },
      { ...common, licenseKey: 'KG-SUSPENDED', hold: 'paused' },
      { ...common, licenseKey: 'KG-BANNED', hold: 'banned' },
    ])
    expect((await run(id, { format: 'keygen', existing: 'update' }, file)).end).toMatchObject({
      unchanged: 7,
      changed: 0,
    })
    // several pages put into one list
    expect((await run(await application(), { format: 'keygen' }, JSON.stringify(data))).end).toMatchObject({ new: 7 })
  })

  it('reads JSON with whatever white space between its parts', async () => {
    const file = { links: { next: null }, data: [keygen('KG-1'), keygen('KG-2')], meta: { pages: 1 }, total: 2 }
    for (const space of ['', '  ', '\t']) {
      for (const end of ['\n', '\r\n']) {
        const id = await application()
        const text = JSON.stringify(file, null, space).replaceAll('\n', end)
        const { done } = await tryAndRun(id, { format: 'keygen' }, ` ${text} ${end}`)
        expect(done.end, JSON.stringify([space, end])).toMatchObject({ new: 2, wrong: 0 })
        expect((await licenses(id)).map(({ licenseKey }) => licenseKey)).toEqual(['KG-1', 'KG-2'])
      }
    }
  })

  it('takes a list with a key per line, whatever ends the lines, and names the line of each that is none', async () => {
    const id = await application()
    const file = `\uFEFFLIST-1\r\n\r\n  LIST-2  \n${'x'.repeat(129)}\nlist-1\nLIST-3`
    const { done } = await tryAndRun(id, { format: 'list' }, file)
    expect(done.rows.map(({ line, result }) => [line, result])).toEqual([
      [1, 'new'],
      [3, 'new'],
      [4, 'wrong'],
      [5, 'wrong'],
      [6, 'new'],
    ])
    expect((await licenses(id)).map(({ licenseKey }) => licenseKey)).toEqual(['LIST-1', 'LIST-2', 'LIST-3'])
  })

  it.each(['keygen', 'list'])('has no users in the format %s', async (format) => {
    const { status, text } = await importFile(app, maker, await application(), { kind: 'users', format }, 'x')
    expect([status, text]).toEqual([400, expect.stringContaining('license keys only')])
  })

  it('reads columns with other names as the mapping says, and leaves out what it says', async () => {
    const id = await application()
    const file = 'Serial,License Key,Remark,Seats\nKW-1,old-1,for Ada,3\n'
    const unmapped = await run(id, { format: 'csv', dryRun: 'true' }, file)
    expect(unmapped.lines[0]).toMatchObject({ columns: [{ field: null }, { field: 'license_key' }, {}, {}] })
    const columns = JSON.stringify({ Serial: 'license_key', Seats: 'max_users', Remark: null })
    const { dry } = await tryAndRun(id, { format: 'csv', columns }, file)
    expect(dry.lines[0]).toEqual({
      type: 'columns',
      columns: [
        { name: 'Serial', field: 'license_key' },
        { name: 'License Key', field: null },
        { name: 'Remark', field: null },
        { name: 'Seats', field: 'max_users' },
      ],
    })
    expect(await licenses(id)).toMatchObject([{ licenseKey: 'KW-1', maxUsers: 3, description: '' }])
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '["license_key"]'],
    ['no field of licenses', '{"a":"username"}'],
    ['one field twice', '{"a":"license_key","b":"license_key"}'],
  ])('refuses a mapping that is %s, before anything is written', async (_what, columns) => {
    const id = await application()
    const { status, text } = await run(id, { format: 'csv', columns }, 'a,b\nKW-1,KW-2\n')
    expect([status, text]).toEqual([400, expect.stringContaining('columns')])
    expect(await licenses(id)).toEqual([])
    expect((await maker.api('GET', `/api/applications/${id}/operations`)).body).toEqual([])
  })

  it('warns in a dry run when most rows end beyond ten years, and only then', async () => {
    const id = await application()
    const csv = (days: readonly number[]) =>
      `license_key,validity_days,validity_start\n${days.map((each, n) => `K-${n},${each},first_use`).join('\n')}\n`
    const warning = async (file: string, query = {}) =>
      (await run(id, { format: 'csv', dryRun: 'true', ...query }, file)).end.warning
    expect(await warning(csv([30_000, 30_000, 30_000]))).toMatch(/^All rows end more than 10 years from now/)
    expect(await warning(csv([30_000, 30_000, 30]))).toMatch(/^2 of 3 rows/)
    expect(await warning(csv([30_000, 30]))).toBeUndefined()
    expect(await warning('license_key,expires_at\nA,never\nB,never\n')).toBeUndefined()
    const late = new Date(app.clock.nowMs() + 4000 * dayMs).toISOString()
    const users = await importFile(
      ...([app, maker, id, { kind: 'users', format: 'csv', dryRun: 'true' }] as const),
      `username,expires_at\nada,${late}\n`,
    )
    expect(users.end.warning).toMatch(/^All rows/)
    expect((await run(id, { format: 'csv' }, csv([30_000]))).end.warning).toBeUndefined()
  })

  it('makes each key of a list from the chosen preset, which no other format takes', async () => {
    const id = await application()
    const preset = { name: 'Pro', maxUsers: 3, validityDays: 365, validityStart: 'first_use', features: { pro: true } }
    const { body: made } = await maker.api<{ id: number }>('POST', `/api/applications/${id}/presets`, preset)
    const presetId = String(made.id)
    const { done } = await tryAndRun(id, { format: 'list', presetId }, 'GAME-1\nGAME-2\n')
    expect(done.end).toMatchObject({ new: 2, wrong: 0 })
    const common = { ...preset, name: undefined, presetId: made.id, expiresAt: null }
    for (const license of await licenses(id)) expect({ ...license, name: undefined }).toMatchObject(common)
    const other = await run(id, { format: 'csv', presetId }, 'license_key\nGAME-3\n')
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('Only a list of keys takes a preset.')])
    const foreign = await run(await application(), { format: 'list', presetId }, 'GAME-4\n')
    expect([foreign.status, foreign.text]).toEqual([404, expect.stringContaining('preset_not_found')])
    expect(await licenses(id)).toHaveLength(2)
  })
})
