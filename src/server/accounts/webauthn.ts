import { Worker } from 'node:worker_threads'
import { Unavailable } from '../db/open.ts'
import type { WebauthnAnswer, WebauthnCalls, WebauthnQuestion } from './webauthn-thread.ts'

type Name = keyof WebauthnCalls
type Options<N extends Name> = Parameters<WebauthnCalls[N]>[0]

/** Calls of the WebAuthn library. Rejects with Unavailable (503) when its thread ends. */
export type Webauthn = <N extends Name>(name: N, options: Options<N>) => ReturnType<WebauthnCalls[N]>

/** How long the thread stays after a call: a sign-in asks for options, and sends its response a little later. */
const keptMs = 5 * 60 * 1000

/**
 * The library runs in a thread that lives while passkeys are used. Its certificate parsers would hold the event loop for a
 * tenth of a second as they are loaded, and take 13 MiB of every server (`docs/decisions/memory.md`).
 */
export function openWebauthn({ start = startWorker, keptForMs = keptMs } = {}): Webauthn {
  let thread: WebauthnThread | undefined
  return <N extends Name>(name: N, options: Options<N>) => {
    thread ??= askable(start(), keptForMs, () => {
      thread = undefined
    })
    return thread.ask(name, options) as ReturnType<WebauthnCalls[N]>
  }
}

interface WebauthnThread {
  ask(name: Name, options: unknown): Promise<unknown>
}

const startWorker = () => new Worker(new URL('./webauthn-thread.ts', import.meta.url))

/** `onEnd` is called once no more can be asked, before the thread is gone. */
function askable(worker: Worker, keptForMs: number, onEnd: () => void): WebauthnThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const rest = setTimeout(() => {
    if (waiting.size > 0) return void rest.refresh()
    onEnd()
    void worker.terminate()
  }, keptForMs).unref()
  worker.unref()
  worker.on('message', ({ id, value }: WebauthnAnswer) => {
    waiting.get(id)?.resolve(value)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  })
  let reason = 'it ended'
  worker.on('error', (error) => {
    reason = error.message
  })
  worker.on('exit', () => {
    clearTimeout(rest)
    onEnd()
    for (const { reject } of waiting.values()) reject(new Unavailable(`The thread of passkeys failed: ${reason}`))
  })
  return {
    ask(name, options) {
      const answer = Promise.withResolvers<unknown>()
      lastId += 1
      waiting.set(lastId, answer)
      rest.refresh()
      worker.ref()
      worker.postMessage({ id: lastId, name, options } satisfies WebauthnQuestion)
      return answer.promise
    },
  }
}
