import type { useRouter } from '@tanstack/react-router'

export interface AddressChange {
  /** Replaces this history entry; otherwise Back undoes it. */
  readonly isReplacing?: boolean
  /** The new entry opens a dialog; going back closes it. */
  readonly isDialog?: boolean
  /** Skips the leave guard. */
  readonly isUnblocked?: boolean
}

/** Changes the address within the current page (filters, tabs, dialogs) and keeps the scroll position. */
export function changeAddress(
  router: ReturnType<typeof useRouter>,
  href: string,
  { isReplacing = false, isDialog = false, isUnblocked = false }: AddressChange = {},
): void {
  void router.navigate({
    href,
    replace: isReplacing,
    resetScroll: false,
    ignoreBlocker: isUnblocked,
    ...(isDialog && { state: { isDialog } }),
  })
}
