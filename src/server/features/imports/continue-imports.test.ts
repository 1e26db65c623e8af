import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { failWrites } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import type { ShownOperation } from '../../../../test/harness/shown-operation.ts'
import { openWorld } from '../../../../test/harness/world.ts'
import { canonical } from '../../lib/canonical.ts'

const users = 2_100
const dayMs = 86_400_000

describeOnBothDatabases('an import that a server left in the middle', (open) => {
  const given = async () => {
    const { w, ...suite } = await openWorld(open, { RATE_LIMIT_SCALE: '1000' })
    // the last two rows name a user of the first part once more, in another spelling, and nobody
    const rows = Array.from({ length: users }, (_, n) => `Üser${n},user${n}@example.com,`)
    const file = `username,email,password\n${rows.join('\n')}\nüSER3,other@example.com,\n,,\nlast,,a secret of the file\n`
    const run = () =>
      importFile(suite.test, w.maker, w.applicationId, { kind: 'users', format: 'csv', existing: 'update' }, file)
    const operation = async () => {
      const [only, ...others] = await w.dashboard<ShownOperation[]>('GET', `${w.base}/operations`)
      expect(others).toEqual([])
      return only
    }
    const names = async () =>
      (await suite.test.stores.appUsers.list(w.applicationId, {}, 'id:asc', undefined, 5000)).rows
    const parts = async () => {
      const { rows } = await sql<{ sealed: string }>`select sealed from import_parts`.execute(suite.database.reads)
      return rows.map(({ sealed }) => sealed)
    }
    /** As a kill leaves it: begun, some slices done, the lease still held. */
    const leaveInTheMiddle = async () => {
      const repaired = await failWrites(
        suite.database,
        'INSERT',
        'app_users',
        `NEW.username_key = '${canonical('Üser1500')}'`,
      )
      const { end } = await run()
      await repaired()
      const until = suite.test.clock.nowMs() + 30_000
      await suite.database.transaction((tx) =>
        sql`update operations set stopped_at = null, busy_until = ${until}`.execute(tx),
      )
      return end
    }
    return { ...suite, w, run, operation, names, parts, leaveInTheMiddle }
  }
  const goOn = ({ test }: Awaited<ReturnType<typeof given>>) => test.app.jobs.continueImports()

  it('goes on by itself once its lease is over, and imports each row exactly once', async () => {
    const it = await given()
    const end = await it.leaveInTheMiddle()
    expect(end.message).toMatch(/stopped by a server error/)
    const before = await it.operation()
    expect(before).toMatchObject({ action: 'import', total: users + 3, done: end.new, changed: end.new })
    expect(end.new).toBeGreaterThan(0)
    expect(end.new).toBeLessThanOrEqual(1_500)
    // a live server may still hold it
    await goOn(it)
    expect(await it.names()).toHaveLength(end.new)
    it.test.clock.advance(31_000)
    await Promise.all([goOn(it), goOn(it)])
    expect(await it.operation()).toMatchObject({
      total: users + 3,
      done: users + 3,
      changed: users + 1,
      finishedAt: expect.any(String),
      stoppedAt: null,
    })
    const made = await it.names()
    expect(new Set(made.map(({ username }) => username)).size).toBe(users + 1)
    expect(made).toHaveLength(users + 1)
    expect((await it.test.stores.applications.find(it.w.applicationId))?.userCount).toBe(users + 1)
    // also after the restart it is the same row twice, and not a change of the first
    expect(made.find(({ username }) => username === 'Üser3')).toMatchObject({ email: 'user3@example.com' })
    expect((await it.w.login({ username: 'last' }, { password: 'a secret of the file', hwid: 'PC-1' })).body.code).toBe(
      'login_successful',
    )
    await goOn(it)
    expect(await it.names()).toHaveLength(users + 1)
  })

  it('lies encrypted until it has ended, and is gone with the next purge', async () => {
    const it = await given()
    await it.leaveInTheMiddle()
    const stored = await it.parts()
    expect(stored.length).toBeGreaterThan(1)
    for (const text of ['a secret of the file', 'user3@example.com']) {
      for (const part of stored) {
        expect(part).not.toContain(text)
        expect(Buffer.from(part.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain(text)
      }
    }
    it.test.clock.advance(2 * dayMs)
    await it.test.app.jobs.purge()
    expect(await it.parts()).toEqual(stored)
    await goOn(it)
    await it.test.app.jobs.purge()
    expect(await it.parts()).toEqual([])
    // a file that was stored just before a kill, and that no import has
    const at = it.test.clock.now()
    const unused = `${String(at.getTime()).padStart(15, '0')}-unused`
    await it.test.stores.transaction((tx) => tx.importFiles.save(unused, 0, Buffer.from('username\nx\n')))
    await it.test.app.jobs.purge()
    expect(await it.parts()).toHaveLength(1)
    it.test.clock.advance(dayMs + 1)
    await it.test.app.jobs.purge()
    expect(await it.parts()).toEqual([])
  })

  it('is not gone on with when the one who asked has signed out, or the application is gone', async () => {
    const it = await given()
    const { new: made } = await it.leaveInTheMiddle()
    it.test.clock.advance(31_000)
    await it.w.maker.api('POST', '/api/logout')
    await goOn(it)
    expect(await it.names()).toHaveLength(made)
    expect(it.test.log.join('\n')).toContain('import stopped')

    const other = await given()
    await other.leaveInTheMiddle()
    other.test.clock.advance(31_000)
    await other.w.dashboard('DELETE', other.w.base)
    await goOn(other)
    await goOn(other)
    expect(other.test.log.filter((line) => line.includes('import cannot be continued'))).toHaveLength(1)
  })

  it('ends when it is stopped, keeps what it imported, and is not taken up again', async () => {
    const it = await given()
    const running = it.run()
    let id: string | undefined
    while (id === undefined) id = (await it.operation())?.id
    const stopped = await it.w.dashboard<ShownOperation>('POST', `${it.w.base}/operations/${id}/stop`)
    expect(stopped).toMatchObject({ finishedAt: null, stoppedAt: expect.any(String) })
    const { end, lines } = await running
    expect(lines[0]).toMatchObject({ type: 'progress', done: 0, total: users + 3, operationId: id, rows: [] })
    expect(end.message).toBe('This change was stopped. Rows changed so far stay changed.')
    expect(end.new).toBeLessThan(users)
    it.test.clock.advance(31_000)
    await goOn(it)
    expect(await it.names()).toHaveLength(end.new)
    expect(await it.operation()).toMatchObject({ done: end.new, changed: end.new, finishedAt: null })
    // the same file once more imports the rest
    const again = await it.run()
    expect(again.end).toMatchObject({ new: users + 1 - end.new, unchanged: end.new, wrong: 2 })
  })
})
