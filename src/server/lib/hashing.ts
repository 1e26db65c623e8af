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

const waiting = new Map<number, Waiting>()
let lastId = 0
let child: ChildProcess | undefined

/**
 * argon2id in a process of its own. In the server's own threads each hash of 19 MiB made the kernel change the memory
 * map that all of them share, and heartbeats waited for it: docs/decisions/hashing-process.md.
 */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  return String(await ask({ password, cost }))
}

/** Whether the password is the one of the stored argon2id hash. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  return (await ask({ password, stored })) === true
}

type Question = { password: string } & ({ cost: HashCost } | { stored: string })

function ask(question: Question): Promise<string | boolean> {
  const hasher = running()
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // Who waits for an answer keeps this process alive, the channel alone does not.
    hasher.channel?.ref()
    hasher.send({ id, ...question })
  })
}

/** Started with the first password, and again when it has died. */
function running(): ChildProcess {
  if (child) return child
  const started = fork(new URL('./hash-process.ts', import.meta.url), {
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(hashSlots) },
  })
  started.on('message', (answer: HashAnswer) => settle(started, answer))
  started.once('exit', () => end(new HashingEnded('The process that checks passwords ended.')))
  started.once('error', end)
  started.unref()
  child = started
  return started
}

function settle(hasher: ChildProcess, answer: HashAnswer): void {
  const asked = waiting.get(answer.id)
  waiting.delete(answer.id)
  if (waiting.size === 0) hasher.channel?.unref()
  if ('error' in answer) asked?.reject(new Error(answer.error))
  else asked?.resolve(answer.result)
}

function end(error: Error): void {
  child = undefined
  const unanswered = [...waiting.values()]
  waiting.clear()
  for (const { reject } of unanswered) reject(error)
}
