import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { usePageAddress } from './use-page-address.ts'

export interface OpenedRow {
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
