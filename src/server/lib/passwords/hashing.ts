import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Cost parameters of argon2id; memory in KiB. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

export type HashTask = { readonly id: number; readonly password: string } & (
  | { readonly cost: HashCost }
  | { readonly stored: string }
)
export type HashAnswer = { readonly id: number } & (
  | { readonly result: string | boolean; readonly ms: number }
  | { readonly error: string }
)

/** A result with the time that it took in the process that hashes, however late the server looks at it. */
export interface Timed<T> {
  readonly result: T
  readonly ms: number
}

/** The hashing process ended before the password was checked; a retry may succeed. */
export class HashingEnded extends Error {
  override readonly name = 'HashingEnded'
}

const ended = 'The process that checks passwords ended.'

interface Waiting {
  resolve(hashed: Timed<string | boolean>): void
  reject(error: Error): void
}

/** Concurrent hashes: all processors but one, which stays free for other requests. */
export const hashSlots = Math.max(1, availableParallelism() - 1)

/** Concurrent checks of slow (imported) hashes, in addition. */
export const slowHashSlots = Math.max(1, Math.floor(hashSlots / 2))

interface Hasher {
  readonly child: ChildProcess
  readonly waiting: Map<number, Waiting>
  /** Stops using this process and rejects its waiting requests, which may be retried. */
  end(): void
}

let lastId = 0
/** bcrypt blocks the thread for a tenth of a second at a time, so slow hashes have a process of their own. */
const hashers: { usual?: Hasher; slow?: Hasher } = {}

/**
 * Runs argon2id in a separate process. In threads of the server each hash of 19 MiB changed the memory map that all
 * threads share, and heartbeats waited for it: docs/decisions/hashing-process.md.
 */
export async function hashPassword(password: string, cost: HashCost): Promise<Timed<string>> {
  const { result, ms } = await runInProcess({ password, cost }, 'usual')
  return { result: String(result), ms }
}

/** Whether the password matches the stored argon2id or bcrypt hash. */
export async function verifyPassword(stored: string, password: string, isSlow = false): Promise<Timed<boolean>> {
  const { result, ms } = await runInProcess({ password, stored }, isSlow ? 'slow' : 'usual')
  return { result: result === true, ms }
}

type HashRequest = { password: string } & ({ cost: HashCost } | { stored: string })

async function runInProcess(question: HashRequest, name: 'usual' | 'slow'): Promise<Timed<string | boolean>> {
  const { child, waiting, end } = hasherFor(name)
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // Waiting requests keep this process alive; the channel alone does not.
    child.channel?.ref()
    // Without a callback a send error becomes an event of the child, and a second one would end the server.
    child.send({ id, ...question }, (error) => error && end())
  })
}

/** Starts the process on the first password, and again after it died. */
function hasherFor(name: 'usual' | 'slow'): Hasher {
  const known = hashers[name]
  if (known) return known
  const child = start(name)
  const waiting = new Map<number, Waiting>()
  const leave = () => {
    if (hashers[name] === hasher) delete hashers[name]
  }
  const end = () => {
    leave()
    // Kills a process that can't be reached, so that there are never two.
    child.kill('SIGKILL')
    for (const { reject } of waiting.values()) reject(new HashingEnded(ended))
    waiting.clear()
  }
  const hasher = { child, waiting, end }
  child.on('message', (answer: HashAnswer) => resolveAnswer(hasher, answer))
  child.on('error', end)
  child.once('exit', leave)
  // Comes after the exit: answers sent before it have been read by now.
  child.once('disconnect', end)
  child.unref()
  hashers[name] = hasher
  return hasher
}

function start(name: 'usual' | 'slow'): ChildProcess {
  try {
    return fork(new URL('./hash-process.ts', import.meta.url), [name], {
      execArgv: [],
      // slow hashes have a session, whose priority their process lowers
      detached: name === 'slow' && process.platform === 'linux',
      env: { ...process.env, UV_THREADPOOL_SIZE: String(hashSlots) },
    })
  } catch (error) {
    throw new HashingEnded(ended, { cause: error })
  }
}

function resolveAnswer({ child, waiting }: Pick<Hasher, 'child' | 'waiting'>, answer: HashAnswer): void {
  const asked = waiting.get(answer.id)
  waiting.delete(answer.id)
  if (waiting.size === 0) child.channel?.unref()
  if ('error' in answer) asked?.reject(new Error(answer.error))
  else asked?.resolve(answer)
}
