import { ApiError } from '../../api/api-error.ts'

const longestText = 200

/**
 * Why a user was not created, as document 2, section 8 has it: the server's message; without one the status; of an answer
 * that is no JSON its first 200 characters.
 */
export function createFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'unknown') {
    if (error.rawText !== undefined) return error.rawText.slice(0, longestText)
    return `Failed: ${error.status}`
  }
  return error.message || 'Failed to create user'
}
