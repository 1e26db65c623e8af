import { expect, it, onTestFinished } from 'vitest'
import { openPasswords } from '../../src/server/lib/passwords/passwords.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { createWorld, openSuite } from '../harness/world.ts'
import { killHashProcesses } from './hash-processes.ts'

const logins = 200

describeOnBothDatabases('when the process that hashes passwords dies', (open) => {
  it.runIf(process.platform === 'linux')(
    `${logins} logins under way are let in or told when to come back, and then all are let in`,
    async () => {
      // Hashes of the shipped cost: with cheap ones the process may have none under way when it is killed.
      const passwords = openPasswords({ hashMs: 20 })
      const suite = await openSuite(await open(), { RATE_LIMIT_SCALE: '1000' }, passwords)
      onTestFinished(() => suite.test.close())
      const { user, login } = await createWorld(suite, suite.maker)
      const who = await user()
      const all = () => Array.from({ length: logins }, () => login(who))
      const underWay = all()
      for (let deaths = 0; deaths < 3; deaths += 1) {
        await underWay[deaths * 20]
        killHashProcesses()
      }
      const answers = await Promise.all(underWay)
      for (const { status, headers, body } of answers) {
        if (status === 200) continue
        expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([503, 'unavailable', true])
      }
      expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
      expect(suite.test.log.filter((line) => line.includes('"error"'))).toEqual([])
      expect(new Set((await Promise.all(all())).map(({ status }) => status))).toEqual(new Set([200]))
    },
  )
})
