import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { pollOperation } from '../../api/poll-operation.ts'
import { useOpening } from '../../ui/dialog/opening.tsx'
import type { BulkChange, BulkEnd, BulkPreview, BulkRow, BulkTarget } from './bulk-target.ts'

/** Most failed or skipped rows that are listed. */
const maxListed = 1000

/** Result of a change, from its response or from the operation that the server stored. */
export type BulkOutcome = Pick<BulkEnd, 'operationId' | 'changed' | 'canUndo' | 'message'> &
  Partial<Pick<BulkEnd, 'unchanged' | 'skipped' | 'failed'>>

export interface BulkRun {
  /** `unsure`: the response was lost, and the result can't be fetched yet. */
  readonly state: 'waiting' | 'running' | 'unsure' | 'done'
  readonly done: number
  readonly total: number
  readonly rows: readonly BulkRow[]
  readonly end: BulkOutcome | undefined
  /** Why it didn't start, or stopped. */
  readonly error: ApiError | undefined
}

const waiting: BulkRun = { state: 'waiting', done: 0, total: 0, rows: [], end: undefined, error: undefined }

/** A change that was sent and may not have arrived. Its preview token applies it once, however often it is sent. */
interface Attempt {
  /** Identifies the rows and the action. */
  readonly asked: string
  readonly preview: BulkPreview
}

/**
 * Applies a previewed change and follows its progress. After a lost response the server is asked for the result.
 * `onEndAfterClose` is called when it ends after the dialog closed.
 */
export function useBulkRun(target: BulkTarget, onEndAfterClose: (run: BulkRun) => void) {
  const client = useQueryClient()
  const opening = useOpening()
  const [run, setRun] = useState(waiting)
  const latest = useRef(waiting)
  const attempt = useRef<Attempt>(undefined)
  const set = (part: Partial<BulkRun>) => {
    latest.current = { ...latest.current, ...part }
    setRun(latest.current)
    return latest.current
  }

  const finish = async (part: Partial<BulkRun>) => {
    const ended = set(part)
    if (!opening.isOpen) onEndAfterClose(ended)
    await client.invalidateQueries()
    return ended
  }

  /** Asks the server for the result after a lost response. */
  const follow = async (preview: BulkPreview, failure: ApiError) => {
    set({ state: 'running' })
    const found = await pollOperation(target.applicationId, preview.operationId, ({ done, total }) =>
      set({ done, total }),
    )
    if (found === 'unknown') {
      // An expired preview is rejected, even if the request is still on its way.
      if (failure.code === 'preview_expired') attempt.current = undefined
      return finish({ state: 'waiting', error: failure })
    }
    if (found instanceof ApiError) return finish({ state: 'unsure', error: found })
    attempt.current = undefined
    const { id: operationId, changed, canUndo, done, finishedAt, stoppedAt } = found
    const isOver = finishedAt !== null || stoppedAt !== null
    const end = isOver ? { operationId, changed, canUndo: canUndo && changed > 0 } : undefined
    return finish({ state: 'done', done, end, error: undefined })
  }

  const start = async (change: BulkChange, asked: BulkPreview): Promise<BulkRun> => {
    const question = `${target.key} ${JSON.stringify(change)}`
    // The first request may still arrive: the change is sent again with the same single-use preview token.
    const preview = attempt.current?.asked === question ? attempt.current.preview : asked
    attempt.current = { asked: question, preview }
    latest.current = waiting
    set({ state: 'running', total: preview.total })
    try {
      await target.run(change, preview.token, (line) => {
        if (line.type === 'end') set({ end: line })
        else set({ done: line.done, total: line.total, rows: withRows(latest.current.rows, line.rows) })
      })
      attempt.current = undefined
      return await finish({ state: 'done' })
    } catch (error) {
      const failure = asApiError(error)
      if (!isRefusal(failure)) return follow(preview, failure)
      attempt.current = undefined
      return finish({ state: 'waiting', error: failure })
    }
  }

  /** Ends a running change early; its response says how far it came. */
  const stop = async () => {
    const { current } = attempt
    if (current === undefined) return
    const params = { id: String(target.applicationId), operationId: current.preview.operationId }
    await api('POST /api/applications/:id/operations/:operationId/stop', { params })
  }

  const lookAgain = async () => {
    const { current } = attempt
    if (current !== undefined && run.error !== undefined) await follow(current.preview, run.error)
  }
  return { run, start, stop, lookAgain }
}

/** The server rejected the change. A used preview token may have been used by the previous attempt. */
function isRefusal({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'preview_expired'
}

function withRows(old: readonly BulkRow[], rows: readonly BulkRow[]): readonly BulkRow[] {
  const worthIt = rows.filter(({ result }) => result === 'failed' || result === 'skipped')
  return old.length >= maxListed || worthIt.length === 0 ? old : [...old, ...worthIt].slice(0, maxListed)
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ status: 0, code: 'unknown', message: error instanceof Error ? error.message : String(error) })
}
