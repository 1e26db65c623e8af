import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import * as texts from '../texts/common.ts'
import { toast } from '../ui/feedback/toast.ts'

/**
 * Closes what shows a record, and says why in a toast, when the server no longer has it (404). Not when the application
 * is gone: then its whole screen says so. `close` must be stable.
 */
export function useCloseWhenGone(error: Error | null, isOpen: boolean, close: () => void): void {
  const isMissing = error instanceof ApiError && error.status === 404 && error.code !== 'application_not_found'
  const isGone = isOpen && isMissing
  useEffect(() => {
    if (!isGone) return
    toast({ title: texts.error, description: error.message, kind: 'destructive' })
    close()
  }, [isGone, error, close])
}
