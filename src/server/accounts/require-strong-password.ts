import { fieldValueError } from '../http/field-error.ts'
import { passwordProblem } from '../lib/passwords/dashboard-password.ts'

/** Refuses a new password of a dashboard account that breaks a rule; the error names the field of the request. */
export async function requireStrongPassword(field: string, password: string, email: string): Promise<void> {
  const problem = await passwordProblem(password, email)
  if (problem !== undefined) throw fieldValueError(field, problem)
}
