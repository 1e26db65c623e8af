import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { freePort } from '../harness/free-port.ts'
import { startServer } from '../harness/start-server.ts'

const owner = { email: 'first@example.com', password: 'quiet otter rows home' }

/** Polls until a server listens there; returns its first response. */
async function firstAnswer(url: string): Promise<number> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return answer.status
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const starts = 3

for (const [engine, describeEngine] of [
  ['SQLite', describe],
  ['PostgreSQL', describePostgres],
] as const) {
  describeEngine(`a first start with OWNER_EMAIL (${engine})`, () => {
    it(`is found up only when its owner can sign in, ${starts} times of ${starts}`, async () => {
      for (let time = 0; time < starts; time += 1) {
        const port = await freePort()
        const origin = `http://127.0.0.1:${port}`
        const env = {
          OWNER_EMAIL: owner.email,
          OWNER_PASSWORD: owner.password,
          ...(engine === 'PostgreSQL' && { DATABASE_URL: await freshDatabase() }),
        }
        const started = startServer({ port, hasOwner: false, env })
        expect(await firstAnswer(`${origin}/readyz`)).toBe(200)
        const signedIn = await fetch(`${origin}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(owner),
        })
        expect([time, signedIn.status]).toEqual([time, 200])
        const server = await started
        expect(server.output()).toContain(`Owner account created from OWNER_EMAIL\n    ${owner.email}`)
        expect(server.output()).not.toContain('/setup#token=')
        await server.stop()
      }
    })
  })
}

async function freshDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return url
}

describe('a second server on the data folder of a running one', () => {
  it('ends with what to do, and without a stack', async () => {
    const first = await startServer({ hasOwner: false })
    const second = await startServer({ hasOwner: false, dataDir: first.dataDir }).catch((error: unknown) => error)
    const text = `Another Keywright server is running on the data folder ${first.dataDir}. Stop it first, or set DATA_DIR to another folder.`
    expect((second as Error).message).toBe(`the server ended with 1:\n${text}\n`)
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
    await first.stop()
  })
})
