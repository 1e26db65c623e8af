import { constants, setPriority } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import type { HashAnswer, HashTask } from './hashing.ts'

/**
 * The process that hashes, one per server: behind everything else of the machine, so that a login storm takes what the
 * running clients leave over. On Windows the lowest class would get nothing at all beside a busy program.
 */
setPriority(process.platform === 'win32' ? constants.priority.PRIORITY_BELOW_NORMAL : constants.priority.PRIORITY_LOW)

// Ctrl+C reaches the whole group of processes; the server finishes what it began before it lets go of this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

process.on('message', (task: HashTask) => {
  // The server may be gone by the time of the answer: then nobody wants it.
  void run(task).then((answer) => process.send?.(answer, () => {}))
})

/** bcrypt as other products keep it, until the user's next login replaces it. */
async function check(stored: string, password: string): Promise<boolean> {
  return stored.startsWith('$2') ? bcrypt.compare(password, stored) : verify(stored, password)
}

async function run({ id, password, ...task }: HashTask): Promise<HashAnswer> {
  try {
    const result = 'stored' in task ? await check(task.stored, password) : await hash(password, task.cost)
    return { id, result }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
