import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenLive } from './live-source.ts'
import { createRefresher } from './refresher.ts'

/**
 * Keeps what is shown of an application up to date: the server tells what changed, the page asks for it again. Where
 * no stream comes through, the page works without. `useLive(application.id)`; without an id all applications count.
 */
export function useLive(applicationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresher = createRefresher(client)
    const stop = listenLive((changes) => {
      if (!changes) return refresher.everything()
      for (const [id, kinds] of changes) {
        if (applicationId === undefined || id === applicationId) refresher.changed(id, kinds)
      }
    })
    return () => {
      stop()
      refresher.stop()
    }
  }, [client, applicationId])
}
