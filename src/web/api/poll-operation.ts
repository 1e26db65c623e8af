import { ApiError } from './api-error.ts'
import { type ApiReply, api } from './client.ts'

const operationKey = 'GET /api/applications/:id/operations/:operationId'
type Operation = ApiReply<typeof operationKey>

const pollEveryMs = 1_000
/** Polls without progress before giving up: another server takes a change over within 40 s. */
const maxPollsWithoutProgress = 45

/**
 * Polls the stored operation until it ends or stops progressing. `unknown`: it hasn't started.
 * `await pollOperation(applicationId, operationId, ({ done }) => setDone(done))`
 */
export async function pollOperation(
  applicationId: number,
  operationId: string,
  onProgress: (operation: Operation) => void,
): Promise<Operation | 'unknown' | ApiError> {
  const params = { id: String(applicationId), operationId }
  let done = -1
  for (let asks = 0; ; asks += 1) {
    let operation: Operation
    try {
      operation = await api(operationKey, { params })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.code === 'operation_not_found' ? 'unknown' : error
    }
    onProgress(operation)
    if (operation.done !== done) asks = 0
    if (operation.finishedAt !== null || operation.stoppedAt !== null || asks >= maxPollsWithoutProgress)
      return operation
    done = operation.done
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
}
