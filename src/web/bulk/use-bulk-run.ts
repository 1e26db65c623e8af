import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { BulkChange, BulkEnd, BulkRow, BulkTarget } from './bulk-target.ts'

/** Rows whose result is listed: what failed or was skipped. A list of thousands helps nobody on the screen. */
const maxListed = 1000

export interface BulkRun {
  readonly state: 'waiting' | 'running' | 'done'
  readonly done: number
  readonly total: number
  readonly rows: readonly BulkRow[]
  readonly end: BulkEnd | undefined
  /** Why it did not begin, or broke off. */
  readonly error: ApiError | undefined
}

const waiting: BulkRun = { state: 'waiting', done: 0, total: 0, rows: [], end: undefined, error: undefined }

/** Runs a change as previewed and follows it row by row. */
export function useBulkRun(target: BulkTarget) {
  const client = useQueryClient()
  const [run, setRun] = useState(waiting)
  const start = async (change: BulkChange, token: string, total: number) => {
    setRun({ ...waiting, state: 'running', total })
    try {
      await target.run(change, token, (line) => {
        if (line.type === 'end') setRun((old) => ({ ...old, state: 'done', end: line }))
        else setRun((old) => ({ ...old, done: line.done, total: line.total, rows: withRows(old.rows, line.rows) }))
      })
    } catch (error) {
      const failure = asApiError(error)
      // A refused start leaves the dialog where it was; what broke off in the middle is over.
      setRun((old) => ({ ...old, state: old.done > 0 ? 'done' : 'waiting', error: failure }))
    } finally {
      await client.invalidateQueries()
    }
  }
  return { run, start, forget: () => setRun(waiting) }
}

function withRows(old: readonly BulkRow[], rows: readonly BulkRow[]): readonly BulkRow[] {
  const worthIt = rows.filter(({ result }) => result === 'failed' || result === 'skipped')
  return old.length >= maxListed || worthIt.length === 0 ? old : [...old, ...worthIt].slice(0, maxListed)
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ status: 0, code: 'unknown', message: error instanceof Error ? error.message : String(error) })
}
