import type { useRouter } from '@tanstack/react-router'

export interface AddressChange {
  /** In the place of this entry of the history; else Back undoes it. */
  readonly isReplacing?: boolean
  /** The new entry opens a dialog, so that going back closes it. */
  readonly isDialog?: boolean
  /** Also where something unsaved would hold back who leaves the page. */
  readonly isUnblocked?: boolean
}

/** Another address of the page one is on: filters, tabs, dialogs. What one reads stays where it is. */
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
