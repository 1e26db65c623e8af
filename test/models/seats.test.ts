import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { UsernameTaken } from '../../src/server/store/users/app-users.ts'
import { alwaysSignedIn } from '../harness/create-test-app.ts'
import { runSql } from '../harness/database-faults.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { useSuite } from '../harness/use-suite.ts'
import { createWorld, password, type World } from '../harness/world.ts'

// thousands of requests are slow on a busy machine
vi.setConfig({ testTimeout: 3_600_000 })

const sequences = Number(process.env.MODEL_RUNS ?? 12)
const maxSteps = 14

/** Of the licenses of a sequence: the first ones have several seats. */
const license = fc.constantFrom(0, 0, 0, 1, 2)
const machine = fc.nat({ max: 7 })
const who = fc.constantFrom('ada', 'bob', 'cyd')

const act = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({ act: fc.constant('signIn' as const), license, machine, session: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('release' as const), license, machine }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reset' as const), license }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('register' as const), license, who }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('redeem' as const), license, who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('claim' as const), license, who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('deleteUser' as const), license, who: fc.option(who) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('deleteLicense' as const), license }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('maxUsers' as const), license, seats: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('olderReset' as const), license, to: fc.option(machine) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('olderDelete' as const), license }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Each step is one act, or several at once. */
const sequence = fc.record({
  perSeat: fc.constantFrom(1, 1, 2, 3),
  steps: fc.array(fc.array(act, { minLength: 1, maxLength: 4, size: 'max' }), {
    ...{ minLength: 1, maxLength: maxSteps, size: 'max' },
  }),
})

interface Play {
  readonly w: World
  readonly licenses: { id: number; licenseKey: string }[]
  undoId: string | undefined
  /** Any status below 500 is an answer. */
  readonly statuses: number[]
}

describeOnBothDatabases('the seats of licenses', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '100000' })
  let [acts, severalSeats] = [0, 0]
  afterAll(() =>
    printFigure(`${suite.database?.engine}: ${acts} acts on seats, ${severalSeats} states with further ones`),
  )

  const begin = async (perSeat: number): Promise<Play> => {
    const maker = alwaysSignedIn(suite.test, suite.maker)
    const settings = { licenseLogin: true, hwidLockEnabled: true, deviceLimit: perSeat }
    const w = await createWorld(suite, maker, settings)
    const licenses: Play['licenses'] = []
    for (const maxUsers of [5, 2, 1]) licenses.push(await w.license({ maxUsers, validityStart: 'first_use' }))
    const play: Play = { w, licenses, undoId: undefined, statuses: [] }
    // a key that has further seats already is where most can go wrong
    for (let n = 0; n <= perSeat * 2; n += 1)
      await run(play, { act: 'signIn', license: 0, machine: n, session: n === 0 })
    return play
  }

  const holderOf = async ({ w }: Play, licenseId: number | undefined) =>
    licenseId === undefined ? undefined : await w.stores.appUsers.findHolder(w.applicationId, licenseId)
  const named = ({ w }: Play, username: string) => w.stores.appUsers.findByName(w.applicationId, username)

  const run = async (play: Play, each: Act): Promise<void> => {
    const { w, licenses, statuses } = play
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await w.maker.api<Record<string, unknown>>(method, w.base + path, body)
      statuses.push(answer.status)
      return answer.body
    }
    const client = async (path: string, body: object) => {
      statuses.push((await w.send(`/api/v1/${path}`, { ...body })).status)
    }
    const key = 'license' in each ? licenses[each.license] : undefined
    const holder = await holderOf(play, key?.id)
    switch (each.act) {
      case 'signIn':
        return client('license', { license_key: key?.licenseKey, hwid: `PC-${each.machine}`, session: each.session })
      case 'release': {
        const devices = holder ? await w.stores.devices.list(w.applicationId, holder.id) : []
        const device = devices[each.machine % Math.max(1, devices.length)]
        if (device) await call('DELETE', `/users/${holder?.id}/devices/${device.id}?hwid=${device.hwid}`)
        return
      }
      case 'reset': {
        if (!holder) return
        const { undoId } = await call('POST', `/users/${holder.id}/reset-hwid`)
        if (undoId) play.undoId = String(undoId)
        return
      }
      case 'undo':
        if (play.undoId) await call('POST', `/operations/${play.undoId}/undo`)
        return
      case 'register':
        return client('register', { username: each.who, password, license_key: key?.licenseKey })
      case 'redeem':
        return client('redeem', { username: each.who, password, license_key: key?.licenseKey, hwid: `of ${each.who}` })
      case 'claim': {
        if (!holder || (await named(play, each.who))) return
        const passwordHash = await w.test.app.passwords.hash(password)
        const account = { username: each.who, passwordHash }
        const claim = w.stores.transaction((tx) => tx.appUsers.claimHolder(w.applicationId, holder.id, account))
        // another act at the same time has taken the name
        await claim.catch((error: unknown) => expect(error).toBeInstanceOf(UsernameTaken))
        return
      }
      case 'deleteUser': {
        const user = each.who === null ? holder : await named(play, each.who)
        if (user) await call('DELETE', `/users/${user.id}`)
        return
      }
      case 'deleteLicense':
        if (!key) return
        await call('DELETE', `/licenses/${key.id}`)
        licenses[each.license] = await w.license({ maxUsers: 5 })
        return
      case 'maxUsers':
        if (key) await call('PATCH', `/licenses/${key.id}`, { maxUsers: each.seats })
        return
      case 'olderReset': {
        const hwid = each.to === null ? 'NULL' : `'PC-${each.to}'`
        const change = `UPDATE app_users SET hwid = ${hwid}, hwid_key = ${hwid}`
        if (holder) await runSql(w.database, `${change} WHERE id = ${holder.id}`)
        return
      }
      case 'olderDelete':
        if (holder) await olderDelete(w, holder.id)
        return
    }
  }

  /** As a server does that knows of one seat per user. */
  const olderDelete = (w: World, userId: number) =>
    w.database.transaction(async (db) => {
      const row = await db.selectFrom('app_users').select('license_id').where('id', '=', userId).executeTakeFirst()
      if (!row) return
      const ofLicense = db.updateTable('licenses').where('id', '=', row.license_id)
      await ofLicense.set((eb) => ({ current_users: eb.ref('current_users') })).execute()
      const gone = await db.deleteFrom('app_users').where('id', '=', userId).returning('license_id').executeTakeFirst()
      if (!gone) return
      const count = db.updateTable('licenses').where('id', '=', gone.license_id)
      await count.set((eb) => ({ current_users: eb('current_users', '-', 1) })).execute()
      const application = db.updateTable('applications').where('id', '=', w.applicationId)
      await application.set((eb) => ({ user_count: eb('user_count', '-', 1) })).execute()
    })

  const compare = async ({ w }: Play, perSeat: number, isOfOlder: boolean) => {
    const { reads } = w.database
    const users = await reads
      .selectFrom('app_users')
      .selectAll()
      .where('application_id', '=', w.applicationId)
      .execute()
    const licenses = reads.selectFrom('licenses').selectAll().where('application_id', '=', w.applicationId)
    for (const { id, current_users: taken, max_users: most } of await licenses.execute()) {
      const sum = users.filter((user) => user.license_id === id).reduce((all, user) => all + user.seats, 0)
      expect({ id, taken }).toEqual({ id, taken: sum })
      expect(taken).toBeLessThanOrEqual(most)
    }
    for (const { id, kind, hwid, more_devices: more, seats } of users) {
      if (seats > 1) severalSeats += 1
      const devices = hwid === null ? 0 : 1 + more
      expect(seats).toBeGreaterThanOrEqual(1)
      // exactly what its machines need: none is lost, and none is left over
      if (kind === 'license') expect({ id, seats }).toEqual({ id, seats: Math.max(1, Math.ceil(devices / perSeat)) })
      const bound = reads
        .selectFrom('devices')
        .select('hwid')
        .where('user_id', '=', id)
        .where('released_at', 'is', null)
      if (!isOfOlder) expect((await bound.execute()).length).toBe(more)
    }
  }

  it(`are those that users and machines have, whatever is done in whatever order, also at once: ${sequences} sequences`, async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async ({ perSeat, steps }) => {
        const play = await begin(perSeat)
        for (const step of steps) {
          await Promise.all(step.map((each) => run(play, each)))
          acts += step.length
          await compare(play, perSeat, false)
        }
        expect(play.statuses.filter((status) => status >= 500)).toEqual([])
      }),
      { numRuns: sequences },
    )
    expect(severalSeats).toBeGreaterThan(sequences)
  })
})
