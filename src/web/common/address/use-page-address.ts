import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { changeAddress } from './change-address.ts'
import { stringifySearch } from './search-text.ts'

export type Change = Readonly<Record<string, string | undefined>>

/**
 * Changes search parameters of the current page. Filters replace the history entry, dialogs and rows push one.
 */
export function usePageAddress() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const hrefWith = useCallback(
    (change: Change) => {
      const { pathname, search } = router.state.location
      return pathname + stringifySearch({ ...search, ...change })
    },
    [router],
  )
  const filter = useCallback(
    (change: Change) => changeAddress(router, hrefWith(change), { isReplacing: true, isUnblocked: true }),
    [router, hrefWith],
  )
  const open = useCallback((change: Change) => changeAddress(router, hrefWith(change)), [router, hrefWith])
  return { path, hrefWith, filter, open }
}
