import { useRouter, useRouterState } from '@tanstack/react-router'
import { changeAddress } from './change-address.ts'
import { stringifySearch } from './search-text.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry was pushed to open a dialog, so that going back closes it. */
    isDialog?: boolean
  }
}

/**
 * A dialog with an address: opening pushes an entry, Back closes it, and the address opens it cold.
 * `const dialog = useAddressDialog('new-application')`
 */
export function useAddressDialog(name: string) {
  const router = useRouter()
  const isOpen = useRouterState({ select: ({ location }) => (location.search as { dialog?: string }).dialog === name })
  const addressWith = (dialog: string | undefined) => {
    const { pathname, search } = router.state.location
    return pathname + stringifySearch({ ...search, dialog })
  }
  const open = () => changeAddress(router, addressWith(name), { isDialog: true })
  const close = () => {
    if (router.state.location.state.isDialog) router.history.back()
    else changeAddress(router, addressWith(undefined), { isReplacing: true })
  }
  return { isOpen, open, close, change: (isOpening: boolean) => (isOpening ? open() : close()) }
}
