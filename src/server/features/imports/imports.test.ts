import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { testPassword } from '../../../../test/harness/create-test-app.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'
import { tokenActions } from '../../../shared/token-actions.ts'

describe('an import of users from CSV', () => {
  const test = useSeededApp()
  const run = (file: string | Buffer, query: object = {}, applicationId = test.applicationId) =>
    importFile(test, test.maker, applicationId, { kind: 'users', format: 'csv', ...query }, file)
  const users = async (applicationId = test.applicationId) =>
    (await test.stores.appUsers.list(applicationId, {}, 'username:asc', undefined, 1000)).rows
  const newApplication = async (name: string) =>
    (await test.maker.api<{ id: number }>('POST', '/api/applications', { name })).body.id
  const find = (name: string, applicationId = test.applicationId) =>
    test.stores.appUsers.findByName(applicationId, name)

  it('says in a dry run what it would do, row by row, and does nothing', async () => {
    const id = await newApplication('Dry')
    const file = 'User Name,E-Mail,Color\nada,ada@example.com,red\n,x@example.com,blue\nADA,,green\nbob,no address,\n'
    const { lines, rows, end } = await run(file, { dryRun: 'true' }, id)
    expect(lines[0]).toEqual({
      type: 'columns',
      columns: [
        { name: 'User Name', field: 'username' },
        { name: 'E-Mail', field: 'email' },
        { name: 'Color', field: null },
      ],
    })
    expect(rows).toMatchObject([
      { line: 2, name: 'ada', result: 'new' },
      { line: 3, result: 'wrong', field: 'username' },
      { line: 4, result: 'wrong', message: 'The same as line 2, ignoring case' },
      { line: 5, name: 'bob', result: 'wrong', field: 'email' },
    ])
    expect(end).toEqual({ type: 'end', isDryRun: true, new: 1, changed: 0, unchanged: 0, skipped: 0, wrong: 3 })
    expect(await users(id)).toEqual([])
  })

  it('makes the users of the right rows, who then sign in', async () => {
    const file =
      '\uFEFFusername;password;expires_at;is_paused;hwid\n' +
      'carol;secret of carol;2030-01-02;no;PC-7\n"dan;iel";x;never;yes;\nerik;;;;\n'
    const { end, rows } = await run(file)
    expect(end).toMatchObject({ isDryRun: false, new: 3, wrong: 0 })
    expect(rows.map(({ name }) => name)).toEqual(['carol', 'dan;iel', 'erik'])
    expect(await find('carol')).toMatchObject({ hwid: 'PC-7', expiresAt: new Date('2030-01-02T00:00:00.000Z') })
    expect(await find('dan;iel')).toMatchObject({ isPaused: true, expiresAt: null, isActive: true })
    // a user imported without a password has none that works
    expect(await find('erik')).toMatchObject({ isActive: false })
    const login = { username: 'carol', password: 'secret of carol', hwid: 'PC-7' }
    expect((await test.client('login', login)).body.code).toBe('login_successful')
  })

  it('has an entry in the audit log with the number of its rows; a dry run has none', async () => {
    const id = await newApplication('Audited')
    const read = () => test.maker.api<{ action: string; subject: string }[]>('GET', '/api/audit?action=user.import')
    const entries = async () => (await read()).body.filter(({ subject }) => subject.startsWith(`application ${id},`))
    await run('username\nann\nbob\n', { dryRun: 'true' }, id)
    expect(await entries()).toEqual([])
    await run('username\nann\nbob\n', {}, id)
    expect(await entries()).toMatchObject([{ action: 'user.import', subject: expect.stringContaining('2 rows') }])
  })

  it('changes nothing when it is run again, and only what the file names when told to update', async () => {
    const id = await newApplication('Twice')
    const file = 'username,email,expires_at\nada,ada@example.com,2030-01-01\nbob,,\n'
    expect((await run(file, {}, id)).end).toMatchObject({ new: 2 })
    const before = await users(id)
    expect((await run(file, {}, id)).end).toMatchObject({ new: 0, skipped: 2 })
    expect((await run(file, { existing: 'update' }, id)).end).toMatchObject({ new: 0, unchanged: 2 })
    expect(await users(id)).toEqual(before)
    const changed = 'username,password,is_banned,ban_reason\nÁDA,,,\nBOB,other,true,shared\n'
    expect((await run(changed, { existing: 'update', dryRun: 'true' }, id)).end).toMatchObject({ new: 1, changed: 1 })
    expect(await users(id)).toEqual(before)
    await run(changed, { existing: 'update' }, id)
    expect(await find('bob', id)).toMatchObject({ isBanned: true, banReason: 'shared', email: null })
  })

  it.each([
    [`${'x'.repeat(65)},,`, 'username'],
    ['ok,not a hash,', 'password_hash'],
    ['ok,$2y$31$abcdefghijklmnopqrstuuOhT5xsWqn9vHU.NBxkXUWFJJFqzTf6C,', 'password_hash'],
    [
      'ok,"$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQxMjM0NTY$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",',
      'password_hash',
    ],
    [
      'ok,"$argon2id$v=19$m=65536,t=10,p=1$c29tZXNhbHQxMjM0NTY3OA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",',
      'password_hash',
    ],
    [
      'ok,"$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQxMjM0NTY3OB$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",',
      'password_hash',
    ],
    ['ok,$2y$10$abcdefghijklmnopqrstuvOhT5xsWqn9vHU.NBxkXUWFJJFqzTf6C,', 'password_hash'],
    ['ok,,no such key', 'license_key'],
  ])('names the wrong field of %s', async (row, field) => {
    const { rows } = await run(`username,password_hash,license_key\n${row}\n`, { dryRun: 'true' })
    expect(rows).toMatchObject([{ line: 2, result: 'wrong', field }])
  })

  it('takes hashes as PHP makes them, and says of a dearer one by its row that it costs too much', async () => {
    const argon2 = (parameters: string) =>
      `"$argon2id$v=19$${parameters}$c29tZXNhbHQxMjM0NTY3OA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g"`
    const file = `username,password_hash
bcrypt,$2y$12$abcdefghijklmnopqrstuuOhT5xsWqn9vHU.NBxkXUWFJJFqzTf6C
argon2,${argon2('m=65536,t=4,p=1')}
dear,${argon2('m=65536,t=10,p=1')}
`
    const { rows } = await run(file, { dryRun: 'true' })
    expect(rows).toMatchObject([
      { line: 2, result: 'new' },
      { line: 3, result: 'new' },
      { line: 4, result: 'wrong', field: 'password_hash', message: expect.stringMatching(/^costs too much to check/) },
    ])
  })

  it.each([
    ['true', 'perhaps', '', 'is_active'],
    ['12/31/2026', 'true', '', 'expires_at'],
    ['2026-02-31', 'true', '', 'expires_at'],
    ['', 'true', '00000000', 'hwid'],
  ])('names the wrong field of expiry %s, active %s, hwid %s', async (expires, active, hwid, field) => {
    const { rows } = await run(`username,expires_at,is_active,hwid\nx,${expires},${active},${hwid}\n`, {
      dryRun: 'true',
    })
    expect(rows).toMatchObject([{ result: 'wrong', field: field === 'is_active' ? 'expires_at' : field }])
  })

  it('takes the seats of licenses, and no more than there are', async () => {
    const id = await newApplication('Seats')
    await test.maker.api('POST', `/api/applications/${id}/licenses`, { licenseKey: 'TWO-SEATS', maxUsers: 2 })
    const file = 'username,license_key\na,two-seats\nb,TWO-SEATS\nc,TWO-SEATS\n'
    for (const dryRun of ['true', 'false']) {
      const { rows } = await run(file, { dryRun }, id)
      expect(rows.map(({ result }) => result)).toEqual(['new', 'new', 'wrong'])
    }
    const { body } = await test.maker.api<{ currentUsers: number }[]>('GET', `/api/applications/${id}/licenses`)
    expect(body[0]?.currentUsers).toBe(2)
    expect((await test.stores.applications.find(id))?.userCount).toBe(2)
  })

  it('stops where the file is broken, and says so', async () => {
    const { end } = await run('username\nfine\n"never closed\n')
    expect(end.message).toMatch(/can't be read/)
    const latin = Buffer.from('username\nJos\xe9\n', 'latin1')
    expect((await run(latin)).end.message).toMatch(/UTF-8/)
    expect((await run('')).end).toMatchObject({ new: 0 })
  })

  it('takes files of 50 MiB, and no larger ones', async () => {
    const answer = await run(Buffer.alloc(50 * 1024 * 1024 + 1, 'x'))
    expect(answer.status).toBe(413)
  })

  it('touches no other application, and is for nobody who may only look', async () => {
    const other = await newApplication('Untouched')
    await run('username\nsame-name\n', {}, other)
    const before = JSON.stringify(await users(other))
    await run('username,email\nsame-name,new@example.com\n', { existing: 'update' })
    expect(JSON.stringify(await users(other))).toBe(before)
    const looker = await test.account('moderator')
    const refused = await importFile(test, looker, other, { kind: 'users', format: 'csv' }, 'username\nx\n')
    expect(refused).toMatchObject({ status: 403 })
    const nobody = await importFile(test, { cookie: '' }, other, { kind: 'users', format: 'csv' }, 'username\nx\n')
    expect(nobody.status).toBe(401)
    expect(JSON.stringify(await users(other))).toBe(before)
  })
})

describe('an export', () => {
  const test = useSeededApp()

  const payloads = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝2',
    '＋3',
    '－4',
    '＠x',
    "'=1",
    "''=1",
    "'plain",
    '"quoted", too',
  ]
  const get = (path: string) => test.maker.api<string>('GET', path)

  it('of users and licenses comes back the same in an empty application', async () => {
    const { base, maker } = test
    await maker.api('POST', `${base}/licenses`, { licenseKey: 'ROUND-TRIP', maxUsers: 3, description: '=cmd|calc' })
    await maker.api('POST', `${base}/licenses`, { licenseKey: 'WAITING', validityStart: 'first_use', isActive: false })
    const registered = { username: 'seat', password: 'long enough', license_key: 'ROUND-TRIP' }
    expect((await test.client('register', registered)).status).toBe(200)
    for (const [index, payload] of payloads.entries()) {
      const hwid = index === 0 ? 'PC-1' : ''
      const made = await maker.api('POST', `${base}/users`, { username: payload, password: 'long enough', hwid })
      expect(made.status).toBe(200)
    }
    const target = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Target' })).body.id
    const files = async (id: number) => {
      const licenses = await get(`/api/applications/${id}/licenses/export`)
      const users = await get(`/api/applications/${id}/users/export?passwordHashes=true`)
      return { licenses: licenses.text, users: users.text }
    }
    const from = await files(test.applicationId)
    const read = (kind: string, file: string) => importFile(test, maker, target, { kind, format: 'csv' }, file)
    expect((await read('licenses', from.licenses)).end).toMatchObject({ new: 2, wrong: 0 })
    expect((await read('users', from.users)).end).toMatchObject({ new: payloads.length + 1, wrong: 0 })
    const sorted = (file: string) => file.split('\r\n').sort()
    const to = await files(target)
    expect(sorted(to.licenses)).toEqual(sorted(from.licenses))
    expect(sorted(to.users)).toEqual(sorted(from.users))
  })

  it('holds no cell that a spreadsheet would calculate, and every value letter by letter', async () => {
    const { text, headers } = await get(`${test.base}/users/export`)
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = parse(text, { columns: true }) as Record<string, string>[]
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toEqual([])
    expect(rows.map(({ username = '' }) => username.replace(/^'(?='*[=+\-@＝＋－＠])/, ''))).toEqual(
      expect.arrayContaining(payloads),
    )
  })

  it('holds password hashes only when asked for, and then the audit log says so', async () => {
    expect((await get(`${test.base}/users/export`)).text).not.toContain('argon2')
    expect((await get(`${test.base}/users/export?format=json`)).text).not.toContain('argon2')
    expect((await get(`${test.base}/users/export?passwordHashes=true`)).text).toContain('$argon2id$')
    const [entry] = (await test.maker.api<{ action: string; subject: string }[]>('GET', '/api/audit?limit=1')).body
    const subject = `application ${test.applicationId}, with password hashes`
    expect(entry).toMatchObject({ action: 'user.export', subject })
    const looker = await test.account('moderator')
    const seen = await looker.api('GET', `${test.base}/users/export`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('ROUND-TRIP')
    expect(await looker.api('GET', `${test.base}/users/export?passwordHashes=true`)).toMatchObject({ status: 403 })
    expect((await looker.api('GET', `${test.base}/licenses/export`)).text).not.toContain('ROUND-TRIP')
  })

  it('gives password hashes to nobody without a fresh proof, and to no token', async () => {
    const withHashes = `${test.base}/users/export?passwordHashes=true`
    const body = { name: 'all', days: 1, actions: tokenActions }
    const { token } = (await test.maker.api<{ token: string }>('POST', '/api/account/tokens', body)).body
    const asToken = (path: string) => test.call<string>('GET', path, { headers: { authorization: `Bearer ${token}` } })
    expect(await asToken(withHashes)).toMatchObject({
      status: 403,
      body: { code: 'token_not_allowed', message: "Management tokens can't export password hashes." },
    })
    expect((await asToken(`${test.base}/users/export`)).text).toContain('seat')
    test.clock.advance(5 * 60_000)
    const refused = await get(withHashes)
    expect(refused).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    expect(refused.text).not.toContain('argon2')
    expect((await get(`${test.base}/users/export`)).status).toBe(200)
    expect((await test.maker.api('POST', '/api/account/prove', { password: testPassword })).status).toBe(200)
    expect((await get(withHashes)).text).toContain('$argon2id$')
  })

  it('holds just the rows of the filter, as JSON too', async () => {
    const { body } = await test.maker.api<{ username: string; hwid: string }[]>(
      'GET',
      `${test.base}/users/export?format=json&hasHwid=true`,
    )
    expect(body.map(({ username, hwid }) => [username, hwid])).toEqual([['=1+1', 'PC-1']])
  })
})
