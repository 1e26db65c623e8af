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

interface OpenedRow {
  /** Stable. */
  readonly open: (id: number) => void
  readonly close: () => void
}

/** A row's drawer that stands in the address: opening it is a step that Back undoes. `useOpenedRow('user')` */
export function useOpenedRow(parameter: string): OpenedRow {
  const router = useRouter()
  const { open: push, filter } = usePageAddress()
  const wasPushed = useRef(false)
  const open = useCallback(
    (id: number) => {
      wasPushed.current = true
      push({ [parameter]: String(id) })
    },
    [push, parameter],
  )
  const close = useCallback(() => {
    if (wasPushed.current) router.history.back({ ignoreBlocker: true })
    else filter({ [parameter]: undefined })
    wasPushed.current = false
  }, [router, filter, parameter])
  return { open, close }
}
