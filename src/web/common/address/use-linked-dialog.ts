import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { usePageAddress } from './use-page-address.ts'

interface OpenedInAddress {
  /** Stable. */
  readonly open: (value: string | number) => void
  readonly close: () => void
}

/**
 * Opens what a search parameter names, such as the drawer of `?user=3`. Opening adds a history entry, so Back closes it;
 * opening the next one instead replaces it. What a link from elsewhere opened is closed by removing the parameter.
 * `useOpenedInAddress('user')`
 */
export function useOpenedInAddress(parameter: string): OpenedInAddress {
  const router = useRouter()
  const { open: push, filter } = usePageAddress()
  const wasPushed = useRef(false)
  const open = useCallback(
    (value: string | number) => {
      const change = { [parameter]: String(value) }
      if (parameter in router.state.location.search) {
        filter(change)
        return
      }
      wasPushed.current = true
      push(change)
    },
    [router, push, filter, parameter],
  )
  const close = useCallback(() => {
    if (wasPushed.current) router.history.back({ ignoreBlocker: true })
    else filter({ [parameter]: undefined })
    wasPushed.current = false
  }, [router, filter, parameter])
  return { open, close }
}

export interface LinkedDialog<D extends string> {
  readonly isOpen: (dialog: D) => boolean
  readonly show: (dialog: D) => void
  readonly close: () => void
}

/** The dialogs of a page that the address can open: `?dialog=add-user`. `current` is the one in the address now. */
export function useLinkedDialog<D extends string>(current: D | undefined): LinkedDialog<D> {
  const { open, close } = useOpenedInAddress('dialog')
  return { isOpen: (dialog) => current === dialog, show: open, close }
}
