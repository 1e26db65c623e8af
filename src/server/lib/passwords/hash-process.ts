import { constants, setPriority } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import type { HashAnswer, HashTask } from './hashing.ts'

/**
 * The process that hashes passwords, one per server, at the lowest priority, so that a burst of logins uses only spare
 * processor time. On Windows the lowest class would get none beside a busy program.
 */
setPriority(process.platform === 'win32' ? constants.priority.PRIORITY_BELOW_NORMAL : constants.priority.PRIORITY_LOW)

// Ctrl+C reaches the whole process group; the server finishes its requests before it ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

process.on('message', (task: HashTask) => {
  // The server may be gone by then; nobody needs the answer.
  void run(task).then((answer) => process.send?.(answer, () => {}))
})

/** bcrypt hashes come from other products and are replaced at the next login. */
async function check(stored: string, password: string): Promise<boolean> {
  return stored.startsWith('$2') ? bcrypt.compare(password, stored) : verify(stored, password)
}

async function run({ id, password, ...task }: HashTask): Promise<HashAnswer> {
  const startMs = performance.now()
  try {
    const result = 'stored' in task ? await check(task.stored, password) : await hash(password, task.cost)
    return { id, result, ms: performance.now() - startMs }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
