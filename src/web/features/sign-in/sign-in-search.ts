import { oneOf, textOf } from '../../common/address/search-text.ts'

export interface SignInSearch {
  /** Where to go after the sign-in. */
  readonly next?: string | undefined
  readonly dialog?: 'forgot-password' | undefined
}

export function signInSearch(search: Record<string, unknown>): SignInSearch {
  return { next: textOf(search.next), dialog: oneOf(['forgot-password'], search.dialog) }
}
