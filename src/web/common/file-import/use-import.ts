import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiLines } from '../../api/api-lines.ts'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { pollOperation } from '../../api/poll-operation.ts'
import * as texts from '../../texts/file-import.ts'
import { useOpening } from '../../ui/dialog/opening.tsx'

const importKey = 'POST /api/applications/:id/imports'

export type ImportOptions = Omit<ApiInput<typeof importKey>['query'], 'dryRun'>
type ImportLine = ApiReply<typeof importKey>
export type ImportEnd = Extract<ImportLine, { type: 'end' }>
export type ImportRow = Extract<ImportLine, { type: 'progress' }>['rows'][number]
export type ImportColumns = Extract<ImportLine, { type: 'columns' }>['columns']

export interface ImportRun {
  readonly state: 'waiting' | 'running' | 'done'
  readonly isDryRun: boolean
  readonly done: number
  /** Absent in a dry run. */
  readonly total: number | undefined
  readonly operationId: string | undefined
  readonly columns: ImportColumns
  readonly rows: readonly ImportRow[]
  readonly end: ImportEnd | undefined
  /** After a lost response: how many rows were imported, as the server stored it. */
  readonly imported: number | undefined
  /** Why it didn't start, or stopped. */
  readonly error: string | undefined
}

const noImport: ImportRun = {
  state: 'waiting',
  isDryRun: true,
  done: 0,
  total: undefined,
  operationId: undefined,
  columns: [],
  rows: [],
  end: undefined,
  imported: undefined,
  error: undefined,
}

const stopKey = 'POST /api/applications/:id/operations/:operationId/stop'

const lostText = texts.connectionLostPreviewThe

/**
 * Uploads a file as a dry run or for real, and follows its progress, also when the response is lost: the import goes on.
 * `onEndAfterClose` is called when an import ends after the dialog closed.
 */
export function useImport(applicationId: number, onEndAfterClose: (run: ImportRun) => void) {
  const client = useQueryClient()
  const opening = useOpening()
  const [run, setRun] = useState(noImport)
  const start = async (file: Blob, options: ImportOptions, isDryRun: boolean) => {
    const rows: ImportRow[] = []
    let latest: ImportRun = { ...noImport, state: 'running', isDryRun }
    const set = (part: Partial<ImportRun>) => {
      latest = { ...latest, ...part }
      setRun(latest)
    }
    set({})
    const onLine = (line: ImportLine) => {
      if (line.type === 'columns') set({ columns: line.columns })
      else if (line.type === 'end') set({ state: 'done', end: line, rows })
      else {
        for (const row of line.rows) rows.push(row)
        const { done, total, operationId } = line
        set({ done, total, operationId })
      }
    }
    try {
      const query = { ...options, dryRun: isDryRun ? ('true' as const) : undefined }
      await apiLines(importKey, { params: { id: String(applicationId) }, query }, { onLine, file })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const { operationId } = latest
      const found =
        operationId === undefined
          ? undefined
          : await pollOperation(applicationId, operationId, ({ done, total }) => set({ done, total }))
      if (found === undefined || found === 'unknown') set({ state: 'done', rows, error: message })
      else if (found instanceof Error) set({ state: 'done', rows, error: found.message })
      else set({ state: 'done', rows, imported: found.changed, error: lostText })
    } finally {
      if (!isDryRun && !opening.isOpen) onEndAfterClose(latest)
      if (!isDryRun) await client.invalidateQueries()
    }
    return latest
  }
  /** Ends a running import early; its response says how far it came. */
  const stop = async () => {
    const { operationId } = run
    if (operationId !== undefined) await api(stopKey, { params: { id: String(applicationId), operationId } })
  }
  return { run, start, stop, forget: () => setRun(noImport) }
}
