import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiLines } from '../../api/api-lines.ts'
import type { ApiInput, ApiReply } from '../../api/client.ts'
import { useOpening } from '../../ui/dialog/opening.tsx'

const importKey = 'POST /api/applications/:id/imports'

export type ImportOptions = Omit<ApiInput<typeof importKey>['query'], 'dryRun'>
type ImportLine = ApiReply<typeof importKey>
export type ImportEnd = Extract<ImportLine, { type: 'end' }>
export type ImportRow = Extract<ImportLine, { type: 'progress' }>['rows'][number]
type ImportColumns = Extract<ImportLine, { type: 'columns' }>['columns']

export interface ImportRun {
  readonly state: 'waiting' | 'running' | 'done'
  readonly isDryRun: boolean
  readonly done: number
  readonly columns: ImportColumns
  readonly rows: readonly ImportRow[]
  readonly end: ImportEnd | undefined
  /** Why it didn't start, or stopped. */
  readonly error: string | undefined
}

const noImport: ImportRun = {
  state: 'waiting',
  isDryRun: true,
  done: 0,
  columns: [],
  rows: [],
  end: undefined,
  error: undefined,
}

/**
 * Uploads a file as a dry run or for real, and follows its progress. `onEndAfterClose` is called when an import ends after the
 * dialog closed.
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
        set({ done: line.done })
      }
    }
    try {
      const query = { ...options, dryRun: isDryRun ? ('true' as const) : undefined }
      await apiLines(importKey, { params: { id: String(applicationId) }, query }, { onLine, file })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      set({ state: 'done', rows, error: message })
    } finally {
      if (!isDryRun && !opening.isOpen) onEndAfterClose(latest)
      if (!isDryRun) await client.invalidateQueries()
    }
  }
  return { run, start, forget: () => setRun(noImport) }
}
