import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { Unavailable } from '../db/open.ts'
import { openWebauthn } from './webauthn.ts'

const options = { rpID: 'licenses.example.com', challenge: new Uint8Array(32) }

/** The real thread, and all that were started. */
function watched(keptForMs?: number) {
  const started: Worker[] = []
  const start = () => {
    const worker = new Worker(new URL('./webauthn-thread.ts', import.meta.url))
    started.push(worker)
    return worker
  }
  return { webauthn: openWebauthn({ start, ...(keptForMs && { keptForMs }) }), started }
}

describe('the thread of the WebAuthn library', () => {
  it('is one for 200 calls at once, and each gets its own answer', async () => {
    const { webauthn, started } = watched()
    const challenges = Array.from({ length: 200 }, (_, index) => new Uint8Array(32).fill(index))
    const answers = await Promise.all(
      challenges.map((challenge) => webauthn('authenticationOptions', { ...options, challenge })),
    )
    expect(answers.map((each) => each.challenge)).toEqual(
      challenges.map((each) => Buffer.from(each).toString('base64url')),
    )
    expect(started).toHaveLength(1)
    await started[0]?.terminate()
  })

  it('ends when passkeys are no longer used, never before a call is answered, and starts again', async () => {
    const { webauthn, started } = watched(1)
    for (const count of [1, 2]) {
      const answer = await webauthn('authenticationOptions', options)
      expect(answer.rpId).toBe(options.rpID)
      expect(started).toHaveLength(count)
      if (started.at(-1)?.threadId !== -1) await once(started.at(-1) as Worker, 'exit')
    }
  })

  it('that fails answers everybody who waits with 503, and the next call starts another', async () => {
    const { webauthn, started } = watched()
    const failing = Array.from({ length: 3 }, () => webauthn('registrationOptions', null as never))
    for (const each of await Promise.allSettled(failing)) {
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    expect((await webauthn('authenticationOptions', options)).rpId).toBe(options.rpID)
    expect(started).toHaveLength(2)
    await started[1]?.terminate()
  })

  it('takes a response that is not valid for undefined', async () => {
    const { webauthn, started } = watched()
    const response = { id: 'none', rawId: 'none', type: 'public-key', response: {}, clientExtensionResults: {} }
    const wrong = { response, expectedChallenge: 'c', expectedOrigin: 'https://a.example', expectedRPID: 'a.example' }
    expect(await webauthn('verifyRegistration', wrong as never)).toBeUndefined()
    expect(started).toHaveLength(1)
    await started[0]?.terminate()
  })
})
