import type { useRouter } from '@tanstack/react-router'

export interface AddressChange {
  /** Replaces this history entry; otherwise Back undoes the change. */
  readonly isReplacing?: boolean
  /** Ignores leave guards. */
  readonly isUnblocked?: boolean
}

/** Changes the address within the page (filters, tabs, dialogs) and keeps the scroll position. */
export function changeAddress(
  router: ReturnType<typeof useRouter>,
  href: string,
  { isReplacing = false, isUnblocked = false }: AddressChange = {},
): void {
  void router.navigate({
    href,
    replace: isReplacing,
    resetScroll: false,
    ignoreBlocker: isUnblocked,
  })
}
