import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import type { HashAnswer, HashTask } from './hashing.ts'

/**
 * The process that hashes passwords, one per server, at the lowest priority, so that a burst of logins uses only spare
 * processor time. On Windows the lowest class would get none beside a busy program.
 */
setPriority(process.platform === 'win32' ? constants.priority.PRIORITY_BELOW_NORMAL : constants.priority.PRIORITY_LOW)
if (process.argv[2] === 'slow') lowerSessionPriority()

// Ctrl+C reaches the whole process group; the server finishes its requests before it ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

process.on('message', (task: HashTask) => {
  // The server may be gone by then; nobody needs the answer.
  void run(task).then((answer) => process.send?.(answer, () => {}))
})

/**
 * Linux shares processors first among sessions and compares priorities within each (autogroup), and PostgreSQL's
 * processes have sessions of their own: this one has too (see `start`). Not the lowest priority there, or nobody with a
 * slow hash would get in beside other programs that are busy.
 */
function lowerSessionPriority(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // no such groups here, or in a container with a share of its own
  }
}

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
