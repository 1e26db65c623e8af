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

const ended = 'The process that checks passwords ended.'

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
  /** Nobody is served by it any more; who waits may try again. */
  end(): void
}

let lastId = 0
/** bcrypt holds the thread that answers, for a tenth of a second at a time: slow hashes have a process of their own. */
const hashers: { usual?: Hasher; slow?: Hasher } = {}

/**
 * argon2id in a process of its own. In the server's own threads each hash of 19 MiB made the kernel change the memory
 * map that all of them share, and heartbeats waited for it: docs/decisions/hashing-process.md.
 */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  return String(await runInProcess({ password, cost }, 'usual'))
}

/** Whether the password is the one of the stored argon2id or bcrypt hash. */
export async function verifyPassword(stored: string, password: string, isSlow = false): Promise<boolean> {
  return (await runInProcess({ password, stored }, isSlow ? 'slow' : 'usual')) === true
}

type HashRequest = { password: string } & ({ cost: HashCost } | { stored: string })

async function runInProcess(question: HashRequest, name: 'usual' | 'slow'): Promise<string | boolean> {
  const { child, waiting, end } = hasherFor(name)
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // Who waits for an answer keeps this process alive, the channel alone does not.
    child.channel?.ref()
    // Without a callback the error is an event of the child, and a second one of those would end the server.
    child.send({ id, ...question }, (error) => error && end())
  })
}

/** Started with the first password, and again when it has died. */
function hasherFor(name: 'usual' | 'slow'): Hasher {
  const known = hashers[name]
  if (known) return known
  const child = start()
  const waiting = new Map<number, Waiting>()
  const leave = () => {
    if (hashers[name] === hasher) delete hashers[name]
  }
  const end = () => {
    leave()
    // One that can't be talked to any more goes, so that there are never two.
    child.kill('SIGKILL')
    for (const { reject } of waiting.values()) reject(new HashingEnded(ended))
    waiting.clear()
  }
  const hasher = { child, waiting, end }
  child.on('message', (answer: HashAnswer) => resolveAnswer(hasher, answer))
  child.on('error', end)
  child.once('exit', leave)
  // After the exit: what was answered before it has been read by now.
  child.once('disconnect', end)
  child.unref()
  hashers[name] = hasher
  return hasher
}

function start(): ChildProcess {
  try {
    return fork(new URL('./hash-process.ts', import.meta.url), {
      execArgv: [],
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
  else asked?.resolve(answer.result)
}
