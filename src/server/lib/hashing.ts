import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What argon2id is asked to spend; memory in KiB. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

export type HashTask = { readonly id: number; readonly password: string } & (
  | { readonly cost: HashCost }
  | { readonly stored: string }
)
export type HashAnswer = { readonly id: number } & ({ readonly result: string | boolean } | { readonly error: string })

/** The process that hashes ended with the password unchecked: a later try may pass. */
export class HashingEnded extends Error {
  override readonly name = 'HashingEnded'
}

interface Waiting {
  resolve(result: string | boolean): void
  reject(error: Error): void
}

/** How many hash at once: all processors but one, which is left to the running clients. */
export const hashSlots = Math.max(1, availableParallelism() - 1)

/** How many checks of slow hashes run beside them. */
export const slowHashSlots = Math.max(1, Math.floor(hashSlots / 2))

interface Hasher {
  readonly child: ChildProcess
  readonly waiting: Map<number, Waiting>
}

let lastId = 0
/** bcrypt holds the thread that answers, for a tenth of a second at a time: slow hashes have a process of their own. */
const hashers: { usual?: Hasher; slow?: Hasher } = {}

/**
 * argon2id in a process of its own. In the server's own threads each hash of 19 MiB made the kernel change the memory
 * map that all of them share, and heartbeats waited for it: docs/decisions/hashing-process.md.
 */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  return String(await ask({ password, cost }, 'usual'))
}

/** Whether the password is the one of the stored argon2id or bcrypt hash. */
export async function verifyPassword(stored: string, password: string, isSlow = false): Promise<boolean> {
  return (await ask({ password, stored }, isSlow ? 'slow' : 'usual')) === true
}

type Question = { password: string } & ({ cost: HashCost } | { stored: string })

function ask(question: Question, name: 'usual' | 'slow'): Promise<string | boolean> {
  const { child, waiting } = running(name)
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // Who waits for an answer keeps this process alive, the channel alone does not.
    child.channel?.ref()
    child.send({ id, ...question })
  })
}

/** Started with the first password, and again when it has died. */
function running(name: 'usual' | 'slow'): Hasher {
  const known = hashers[name]
  if (known) return known
  const child = fork(new URL('./hash-process.ts', import.meta.url), {
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(hashSlots) },
  })
  const hasher = { child, waiting: new Map<number, Waiting>() }
  const end = (error: Error) => {
    if (hashers[name] === hasher) delete hashers[name]
    for (const { reject } of hasher.waiting.values()) reject(error)
    hasher.waiting.clear()
  }
  child.on('message', (answer: HashAnswer) => settle(hasher, answer))
  child.once('exit', () => end(new HashingEnded('The process that checks passwords ended.')))
  child.once('error', end)
  child.unref()
  hashers[name] = hasher
  return hasher
}

function settle({ child, waiting }: Hasher, answer: HashAnswer): void {
  const asked = waiting.get(answer.id)
  waiting.delete(answer.id)
  if (waiting.size === 0) child.channel?.unref()
  if ('error' in answer) asked?.reject(new Error(answer.error))
  else asked?.resolve(answer.result)
}
