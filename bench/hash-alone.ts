import { openPasswords } from '../src/server/lib/passwords/passwords.ts'
import { answerMessages } from './child.ts'

export interface HashPlan {
  readonly storedHash: string
  readonly password: string
  readonly durationMs: number
  /** How many verifications are queued at a time, as that many logins would be. */
  readonly callers: number
}

const passwords = openPasswords()

/** Verifies passwords and does nothing else; returns how many. */
answerMessages(async (plan: HashPlan): Promise<number> => {
  const endMs = performance.now() + plan.durationMs
  let checked = 0
  const check = async () => {
    while (performance.now() < endMs) {
      if (!(await passwords.verify(plan.storedHash, plan.password))) throw new Error('the password is right')
      checked += 1
    }
  }
  await Promise.all(Array.from({ length: plan.callers }, check))
  return checked
})
