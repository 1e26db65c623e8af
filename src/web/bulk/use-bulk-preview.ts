import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bulkKeys } from '../query-keys/bulk.ts'
import type { BulkChange, BulkTarget } from './bulk-target.ts'

/** After the last key: a preview counts rows. */
const settledAfterMs = 250

/** What the change would do, asked anew whenever it changes. undefined: nothing can be asked yet. */
export function useBulkPreview(target: BulkTarget, change: BulkChange | undefined, isOpen: boolean) {
  const asked = useSettled(JSON.stringify(change ?? null))
  const query = useQuery({
    queryKey: bulkKeys.preview(target.key, asked),
    queryFn: () => target.preview(JSON.parse(asked) as BulkChange),
    enabled: isOpen && change !== undefined,
    // A token is good once and for ten minutes. Nothing but a question of one's own asks for another one: a change whose
    // answer was lost would be made twice by it.
    staleTime: 'static',
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  })
  const isCurrent = asked === JSON.stringify(change ?? null)
  return { preview: isCurrent && !query.isFetching ? query.data : undefined, error: query.error, again: query.refetch }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
