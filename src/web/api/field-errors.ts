import { ApiError } from './api-error.ts'

/** The server's message per field; none for any other error. `const { name } = fieldErrors(create.error)` */
export function fieldErrors(error: Error | null): Readonly<Record<string, string | undefined>> {
  return error instanceof ApiError ? error.fields : {}
}
