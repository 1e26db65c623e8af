import { openPasswords } from '../src/server/lib/passwords/passwords.ts'
import { answerMessages } from './child.ts'

export interface HashPlan {
  readonly storedHash: string
  readonly password: string
  readonly durationMs: number
  /** How many wait for their turn at a time, as that many logins would. */
  readonly callers: number
}

const passwords = openPasswords()

/** Checks passwords and does nothing else; answers how many. */
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
