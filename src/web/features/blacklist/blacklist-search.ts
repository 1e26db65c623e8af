import { oneOf, textOf } from '../../address/search-text.ts'
import { type BlacklistType, blacklistTypes } from './blacklist-types.ts'

export interface BlacklistSearch {
  /** The application whose entries are shown. */
  readonly app?: string | undefined
  readonly type?: BlacklistType | undefined
  readonly dialog?: 'add' | undefined
}

export function blacklistSearch(search: Record<string, unknown>): BlacklistSearch {
  const app = textOf(search.app)
  return {
    app: app !== undefined && /^[1-9]\d{0,14}$/.test(app) ? app : undefined,
    type: oneOf(blacklistTypes, search.type),
    dialog: oneOf(['add'], search.dialog),
  }
}
