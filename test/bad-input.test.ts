import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { sendBadInput } from './contract-cases/bad-input.ts'
import { signedInAccount } from './contract-cases/signed-in-account.ts'
import { createTestApp } from './create-test-app.ts'
import { describeOnBothDatabases } from './databases.ts'
import { printFigure } from './print-figure.ts'

describeOnBothDatabases('bad input', (open) => {
  it('of every kind, made from the contract, is refused in one shape and breaks nothing', async () => {
    const seed = Number(process.env.BAD_INPUT_SEED ?? randomInt(2 ** 31))
    const database = await open({ inMemory: true })
    // SQLite takes some text that PostgreSQL refuses; everything before the database is the same.
    const { generated, fromCorpus } =
      database.engine === 'sqlite' ? { generated: 2_500, fromCorpus: 500 } : { generated: 700, fromCorpus: 500 }
    const { sent, statuses, faults, ...slow } = await sendBadInput({ seed, generated, fromCorpus, database })
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    printFigure(`bad input on ${database.engine}, seed ${seed}: ${sent} requests (${counts.join(', ')})`)
    expect(faults.slice(0, 5).join('\n\n'), `seed ${seed}, slowest ${slow.slowestMs} ms: ${slow.slowest}`).toBe('')
    // Not all may be refused at the first check: then nothing behind it was tried.
    expect(statuses.get(200)).toBeGreaterThan(sent / 20)
  }, 120_000)

  it.each([
    'activity-logs?username=',
    'activity-logs?ip=',
    'activity-logs?code=',
    'applications/1/users?q=',
    'applications/1/licenses?q=',
  ])('NUL in what is looked for is refused before a database sees it: %s', async (search) => {
    const test = await createTestApp({ database: await open({ inMemory: true }) })
    const owner = await signedInAccount(test, 'owner')
    await owner.api('POST', '/api/applications', { name: 'First' })
    expect((await owner.api('GET', `/api/${search}a`)).status).toBe(200)
    for (const text of ['%00', 'a%00b']) expect((await owner.api('GET', `/api/${search}${text}`)).status).toBe(400)
    await test.close()
  })
})
