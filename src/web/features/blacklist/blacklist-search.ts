import { oneOf, textOf } from '../../common/address/search-text.ts'
import { type BlacklistType, blacklistTypes } from './blacklist-types.ts'

/** Dialogs that the address can open, here and in an application. */
const blacklistDialogs = ['add-entry', 'import-entries'] as const
export type BlacklistDialog = (typeof blacklistDialogs)[number]

export interface BlacklistSearch {
  /** The application whose entries are shown. */
  readonly app?: string | undefined
  readonly type?: BlacklistType | undefined
  /** The open entry. */
  readonly entry?: string | undefined
  readonly dialog?: BlacklistDialog | undefined
}

export function blacklistSearch(search: Record<string, unknown>): BlacklistSearch {
  const app = textOf(search.app)
  return {
    app: app !== undefined && /^[1-9]\d{0,14}$/.test(app) ? app : undefined,
    type: oneOf(blacklistTypes, search.type),
    entry: textOf(search.entry),
    dialog: oneOf(blacklistDialogs, search.dialog),
  }
}
