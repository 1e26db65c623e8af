import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { usePageAddress } from './use-page-address.ts'

export interface LinkedDialog<D extends string> {
  readonly isOpen: (dialog: D) => boolean
  readonly show: (dialog: D) => void
  readonly close: () => void
}

/**
 * A dialog that stands in the address: opening it is a step that Back undoes. One that was opened by a link from
 * elsewhere is taken out of the address when it closes.
 */
export function useLinkedDialog<D extends string>(current: D | undefined): LinkedDialog<D> {
  const router = useRouter()
  const { open, filter } = usePageAddress()
  const wasPushed = useRef(false)
  const show = useCallback(
    (dialog: D) => {
      wasPushed.current = true
      open({ dialog })
    },
    [open],
  )
  const close = useCallback(() => {
    if (wasPushed.current) router.history.back({ ignoreBlocker: true })
    else filter({ dialog: undefined })
    wasPushed.current = false
  }, [router, filter])
  return { isOpen: (dialog) => current === dialog, show, close }
}
