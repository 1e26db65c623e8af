import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiKey } from './client.ts'

type Changed = 'activity' | 'stats' | 'users' | 'licenses'

/** Which cached answers are old when this changed. */
function queriesOf(changed: Changed | 'counts', id: number): readonly (readonly [ApiKey, ...QueryKey])[] {
  const application = ['GET /api/applications/:id', id] as const
  const stats = ['GET /api/applications/:id/stats', id] as const
  if (changed === 'stats') return [stats]
  if (changed === 'counts') return [application]
  if (changed === 'users') return [['GET /api/applications/:id/users', id], stats, application]
  if (changed === 'activity') return [['GET /api/activity-logs'], stats, application]
  return [['GET /api/applications/:id/licenses', id], ['GET /api/applications/:id/licenses/summary', id], application]
}

/** Figures are counted a second after their cause: what was asked for at once may still be the old one. */
const countedAfterMs = 1_500

/**
 * Keeps what is shown of an application up to date: the server tells what changed, the page asks for it again. One
 * stream per page. Where none comes through, the page works without. `useLive(application.id)`
 */
export function useLive(applicationId: number): void {
  const client = useQueryClient()
  useEffect(() => {
    let recount: ReturnType<typeof setTimeout> | undefined
    const stream = new EventSource(`/api/events?applicationId=${applicationId}`)
    stream.addEventListener('changed', (event) => {
      const changed = parseChanged(event.data)
      refetch(client, applicationId, changed)
      if (!changed.includes('stats')) return
      recount ??= setTimeout(() => {
        recount = undefined
        refetch(client, applicationId, ['stats', 'counts'])
      }, countedAfterMs)
    })
    return () => {
      stream.close()
      clearTimeout(recount)
    }
  }, [client, applicationId])
}

function refetch(client: QueryClient, id: number, changed: readonly (Changed | 'counts')[]): void {
  const keys = new Map(changed.flatMap((what) => queriesOf(what, id)).map((key) => [JSON.stringify(key), key]))
  for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

const known: ReadonlySet<unknown> = new Set<Changed>(['activity', 'stats', 'users', 'licenses'])

function parseChanged(data: unknown): Changed[] {
  try {
    const { what } = JSON.parse(String(data)) as { what?: unknown }
    return Array.isArray(what) ? what.filter((word): word is Changed => known.has(word)) : []
  } catch {
    return []
  }
}
