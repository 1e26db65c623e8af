import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { importFile, ndjsonLines } from '../../../test/harness/import-file.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld, type Person, type World } from '../../../test/harness/world.ts'

const bound = { isHwidLocked: true, hwid: 'PC-1' }
const unbound = { isHwidLocked: true }

describeOnBothDatabases('a user', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let w: World
  beforeAll(async () => {
    w = await createWorld(suite, suite.maker)
  })

  const put = (body: object) => (user: Person) => w.dashboard('PUT', `${w.base}/users/${user.id}`, body)
  const reset = (user: Person) => w.dashboard<{ undoId?: string }>('POST', `${w.base}/users/${user.id}/reset-hwid`)
  const undo = (id: string | undefined) => w.dashboard('POST', `${w.base}/operations/${id}/undo`)
  const bulk = async ({ id }: Person, action: object) => {
    const asked = { selection: { ids: [id] }, action }
    const { token } = await w.dashboard<{ token: string }>('POST', `${w.base}/users/bulk/preview`, asked)
    const { text } = await w.maker.api('POST', `${w.base}/users/bulk`, { ...asked, token })
    return ndjsonLines<{ operationId?: string }>(text).at(-1)?.operationId
  }
  const update = (head: string, row: string) => (user: Person) =>
    importFile(
      suite.test,
      suite.maker,
      w.applicationId,
      { kind: 'users', format: 'csv', existing: 'update' },
      `username,${head}\n${user.username},${row}\n`,
    )
  const ends = async ({ id }: Person) => {
    const rows = await suite.test.stores.activity.list([w.applicationId], { userId: id }, undefined, 100)
    return rows.filter(({ event }) => event === 'session_end').map(({ code }) => code)
  }
  /** Two sessions that name no machine, so that the lock itself has nothing against them. */
  const inSessions = async (fields: object) => {
    const user = await w.user(fields)
    return { user, tokens: [await w.session(user), await w.session(user)] }
  }
  const beats = async (tokens: readonly string[]) => {
    const answers = await Promise.all(tokens.map((token) => w.beat(token)))
    return answers.map(({ body }) => body.reason ?? body.code)
  }

  it.each([
    ['a new password', bound, put({ password: 'another password' })],
    ['another machine', bound, put({ hwid: 'PC-2' })],
    ['a machine in place of none', unbound, put({ hwid: 'PC-2' })],
    ['a lock that waits for the first machine', bound, put({ hwid: '' })],
    ['a lock that was not on', { isHwidLocked: false }, put({ isHwidLocked: true })],
    ['a reset', bound, reset],
    ['a reset that switches the lock on', { isHwidLocked: false }, reset],
    ['a reset of many', bound, (user: Person) => bulk(user, { type: 'reset_hwid' })],
    ['another machine by a file', bound, update('hwid', 'PC-2')],
    ['a lock by a file', { isHwidLocked: false }, update('is_hwid_locked', 'yes')],
  ])('who gets %s is signed out everywhere, with an event for each session', async (_name, fields, change) => {
    const { user, tokens } = await inSessions(fields)
    const other = await inSessions(fields)
    await change(user)
    expect(await beats(tokens)).toEqual(['ended_by_owner', 'ended_by_owner'])
    expect(await ends(user)).toEqual(['ended_by_owner', 'ended_by_owner'])
    expect(await beats(other.tokens)).toEqual(['session_alive', 'session_alive'])
    expect(await ends(other.user)).toEqual([])
  })

  it.each([
    ['the old machine back, by undoing a reset', async (user: Person) => (await reset(user)).undoId],
    [
      'the old machine back, by undoing another one',
      async (user: Person) => ((await put({ hwid: 'PC-2' })(user)) as { undoId?: string }).undoId,
    ],
    ['the old machine back, by undoing a reset of many', (user: Person) => bulk(user, { type: 'reset_hwid' })],
  ])('who gets %s is signed out, too', async (_name, change) => {
    const user = await w.user(bound)
    const operation = await change(user)
    const token = await w.session(user)
    await undo(operation)
    expect(await beats([token])).toEqual(['ended_by_owner'])
    expect(await ends(user)).toEqual(['ended_by_owner'])
  })

  it('who gets the lock back by undoing that it was lifted is signed out', async () => {
    const user = await w.user(bound)
    const { undoId } = (await put({ isHwidLocked: false })(user)) as { undoId?: string }
    const token = await w.session(user, { hwid: 'PC-9' })
    await undo(undoId)
    expect(await ends(user)).toEqual(['ended_by_owner'])
    expect((await w.beat(token)).body.code).toBe('hwid_mismatch')
  })

  it.each([
    ['is given the machine that is bound', bound, put({ hwid: 'PC-1' })],
    ['is given no new password', bound, put({ password: '' })],
    ['is given another e-mail address or expiry', bound, put({ email: 'new@example.com', expiresAt: null })],
    ['is freed of the lock', bound, put({ isHwidLocked: false })],
    ['was bound to nothing and is reset', unbound, reset],
    ['is in a file with what is there already', bound, update('hwid,is_hwid_locked', 'PC-1,yes')],
    [
      'gets an old expiry back',
      bound,
      async (user: Person) => {
        const changed = await put({ expiresAt: '2031-01-01T00:00:00.000Z' })(user)
        return undo((changed as { undoId?: string }).undoId)
      },
    ],
  ])('who %s stays signed in', async (_name, fields, change) => {
    const { user, tokens } = await inSessions(fields)
    await change(user)
    expect(await beats(tokens)).toEqual(['session_alive', 'session_alive'])
    expect(await ends(user)).toEqual([])
  })

  it('who is changed while sessions start keeps none that was decided by what was before', async () => {
    for (let round = 0; round < 20; round += 1) {
      const user = await w.user(bound)
      await w.login(user, { hwid: 'PC-1' })
      const starts = () => Promise.all(Array.from({ length: 5 }, () => w.start(user, { hwid: 'PC-1' })))
      const [before, , after] = await Promise.all([starts(), reset(user), starts()])
      const codes = new Set([...before, ...after].map(({ body }) => body.code))
      for (const code of codes) expect(['session_started', 'hwid_mismatch']).toContain(code)
      expect(await suite.test.stores.clientSessions.liveOf(w.applicationId, user.id)).toEqual([])
    }
  })
})
