import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { useSuite } from '../../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../../test/harness/world.ts'

describeOnBothDatabases('registrations for the seats of one license', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let world: World
  beforeAll(async () => {
    world = await createWorld(suite, suite.maker)
  })

  test('that arrive at once get as many seats as there are; the others are told that it is full, and leave no user', async () => {
    const license = await world.license({ maxUsers: 2 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        world.register({ username: `at once ${n}`, password: 'a long password', license_key: license.licenseKey }),
      ),
    )
    expect(answers.map(({ body }) => body.code).sort()).toEqual([
      ...Array(10).fill('license_full'),
      ...Array(2).fill('user_registered'),
    ])
    const stored = await suite.test.stores.licenses.find(world.applicationId, license.id)
    expect(stored?.currentUsers).toBe(2)
    const { rows } = await suite.test.stores.appUsers.list(
      world.applicationId,
      { q: 'at once' },
      'id:asc',
      undefined,
      50,
    )
    expect(rows).toHaveLength(2)
  })
})
