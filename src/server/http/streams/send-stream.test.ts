import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { holdReads } from '../../../../test/harness/hold-reads.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'
import { shortListRows } from './paged-list.ts'

describeOnBothDatabases('an answer of any number of rows', (open) => {
  const test = useTestApp({ open })
  let maker: TestAccount
  let origin: string
  let base: string
  const users = 3 * shortListRows + 7

  beforeAll(async () => {
    maker = await test.account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Long' })).body
    base = `/api/applications/${id}`
    await test.stores.transaction(async (tx) => {
      for (let n = 0; n < users; n += 1) {
        await tx.appUsers.insert(id, { ...testUser, username: `user-${n}`, createdAt: test.clock.now() })
      }
    })
    origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
  })

  /** Begins to read a response, then stops reading. */
  const begin = (path = `${base}/users`, account = maker) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + path, { headers: { cookie: account.cookie }, agent: false }, resolve).on('error', reject)
    })
  const textOf = async (response: IncomingMessage) => {
    let text = ''
    for await (const chunk of response) text += chunk
    return text
  }

  it('holds each row once, in one slice or in many', async () => {
    const listed = JSON.parse(await textOf(await begin())) as { username: string }[]
    expect(new Set(listed.map(({ username }) => username)).size).toBe(users)
    expect(listed).toHaveLength(users)
    const few = await begin(`${base}/users?q=user-15`)
    expect(few.headers['content-length']).toBeDefined()
    expect(JSON.parse(await textOf(few))).toHaveLength(8)
    const lines = (await textOf(await begin(`${base}/users/export`))).trimEnd().split('\n')
    expect(lines).toHaveLength(users + 1)
  })

  it('begins before the first row of an export is read, in every format', async () => {
    const release = holdReads(test.stores.exports, 'users')
    try {
      const begun: [string, IncomingMessage][] = []
      for (const format of ['csv', 'json']) {
        const response = await begin(`${base}/users/export?format=${format}`)
        await once(response, 'readable')
        begun.push([String(response.read()), response])
      }
      release()
      for (const [head, response] of begun) {
        const text = head + (await textOf(response))
        const rows = head === '[' ? (JSON.parse(text) as unknown[]) : text.trimEnd().split('\n').slice(1)
        expect(rows).toHaveLength(users)
      }
    } finally {
      release()
    }
  })

  describe('while two of the account wait for the database', () => {
    /** Holds back every slice after the first until released. */
    function hold() {
      const held: (() => void)[] = []
      let isHeld = true
      const read = test.stores.exports.users.bind(test.stores.exports)
      const spy = vi.spyOn(test.stores.exports, 'users').mockImplementation(async (...asked) => {
        const [, , after] = asked
        if (after && isHeld) await new Promise<void>((resolve) => held.push(resolve))
        return read(...asked)
      })
      return {
        reads: () => spy.mock.calls.length,
        release() {
          isHeld = false
          for (const go of held.splice(0)) go()
          spy.mockRestore()
        },
      }
    }
    const exported = `/users/export`

    it('a third waits, whatever way it takes, and another account does not; when one reader goes away the third begins', async () => {
      test.clock.advance(60_000)
      const held = hold()
      try {
        const [first, second] = [await begin(base + exported), await begin(base + exported)]
        let hasBegun = false
        const third = begin(base + exported).then((response) => {
          hasBegun = true
          return response
        })
        // A later request on another connection has been answered, so the third has arrived by then.
        expect((await begin(base)).statusCode).toBe(200)
        const owner = await test.account('owner')
        expect((await begin(base + exported, owner)).statusCode).toBe(200)
        expect(hasBegun).toBe(false)
        first.destroy()
        const begun = await third
        expect(begun.statusCode).toBe(200)
        held.release()
        for (const response of [second, begun]) {
          expect((await textOf(response)).trimEnd().split('\n')).toHaveLength(users + 1)
        }
      } finally {
        held.release()
      }
    })

    it('beyond those that wait the next is refused at once, and says when to come back', async () => {
      test.clock.advance(60_000)
      const held = hold()
      try {
        const running = [await begin(base + exported), await begin(base + exported)]
        const answers: IncomingMessage[] = []
        const lists = Array.from({ length: 200 }, () => begin().then((response) => answers.push(response)))
        // Which eight wait depends on the database.
        await vi.waitUntil(() => answers.length >= 192, { timeout: 60_000, interval: 5 })
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(192).fill(429))
        expect(answers[0]?.headers['retry-after']).toBe('30')
        held.release()
        for (const response of running) await textOf(response)
        await Promise.all(lists)
        for (const response of answers.slice(192)) expect(JSON.parse(await textOf(response))).toHaveLength(users)
      } finally {
        held.release()
      }
    })

    it('a place is free again when reading fails', async () => {
      test.clock.advance(60_000)
      const failing = vi.spyOn(test.stores.exports, 'users').mockRejectedValue(new Error('the database is away'))
      for (let n = 0; n < 5; n += 1) {
        const response = await begin(base + exported)
        await textOf(response).catch(() => {})
      }
      failing.mockRestore()
      const lines = (await textOf(await begin(base + exported))).trimEnd().split('\n')
      expect(lines).toHaveLength(users + 1)
    })
  })
})
