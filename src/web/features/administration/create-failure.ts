import { ApiError } from '../../api/api-error.ts'
import * as texts from '../../texts/administration.ts'

const longestText = 200

/**
 * The error text of document 2, section 8: the server's message, else the status, else the first 200 characters of a
 * response that isn't JSON.
 */
export function createFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'unknown') {
    if (error.rawText !== undefined) return error.rawText.slice(0, longestText)
    return `Failed: ${error.status}`
  }
  return error.message || texts.failedToCreateUser
}
