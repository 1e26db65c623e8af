import { ApiError } from '../api/api-error.ts'
import { type ApiReply, api } from '../api/client.ts'
import type { BulkTarget } from './bulk-target.ts'

const operationKey = 'GET /api/applications/:id/operations/:operationId'
type Operation = ApiReply<typeof operationKey>

const askAgainMs = 1_000
/** A run that stands still for so long has stopped: it would have written its end. */
const stillForAsks = 15

/**
 * Follows a change by what the server remembers of it, until it is over or stands still. `unknown`: it has not begun.
 * `await followOperation(target, operationId, ({ done }) => setDone(done))`
 */
export async function followOperation(
  { applicationId }: Pick<BulkTarget, 'applicationId'>,
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
    if (operation.finishedAt !== null || asks >= stillForAsks) return operation
    done = operation.done
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
