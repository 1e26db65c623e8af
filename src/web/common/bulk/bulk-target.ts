import { apiLines } from '../../api/api-lines.ts'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import type { RowSelection } from '../../ui/table/row-selection.ts'

type UserBody = ApiInput<'POST /api/applications/:id/users/bulk/preview'>['body']
type LicenseBody = ApiInput<'POST /api/applications/:id/licenses/bulk/preview'>['body']

export type UserFilterBody = Extract<UserBody['selection'], { filter: unknown }>['filter']
export type LicenseFilterBody = Extract<LicenseBody['selection'], { filter: unknown }>['filter']

/** What may be done with many users, and with many licenses. */
type UserChange = UserBody['action']
type LicenseChange = LicenseBody['action']
export type BulkChange = UserChange | LicenseChange

/** Which rows: some by id, or all that match a filter. The filter is as the list's address has it. */
export type BulkSelection<Filter> =
  | { readonly ids: readonly number[] }
  | { readonly filter: Filter; readonly except: readonly number[] }

export type BulkPreview = ApiReply<'POST /api/applications/:id/users/bulk/preview'>
type BulkLine = ApiReply<'POST /api/applications/:id/users/bulk'>
export type BulkEnd = Extract<BulkLine, { type: 'end' }>
export type BulkRow = Extract<BulkLine, { type: 'progress' }>['rows'][number]

/** One selection of users or licenses, as what can be asked about it. */
export interface BulkTarget {
  readonly applicationId: number
  readonly noun: 'user' | 'license key'
  /** What the preview depends on, as text. */
  readonly key: string
  readonly preview: (change: BulkChange) => Promise<BulkPreview>
  readonly run: (change: BulkChange, token: string, onLine: (line: BulkLine) => void) => Promise<void>
}

/** What is selected in a list of rows that match a filter. */
export function selectionOf<Filter>(selected: RowSelection, filter: Filter): BulkSelection<Filter> {
  return selected.kind === 'some' ? { ids: [...selected.keys] } : { filter, except: [...selected.except] }
}

const sent = <F>(selection: BulkSelection<F>) =>
  'ids' in selection
    ? { ids: [...selection.ids] }
    : { filter: selection.filter, ...(selection.except.length > 0 && { except: [...selection.except] }) }

/** Many users. The dialog only offers changes of users for it. */
export function usersTarget(applicationId: number, selection: BulkSelection<UserFilterBody>): BulkTarget {
  const params = { id: String(applicationId) }
  const body = (change: BulkChange) => ({ selection: sent(selection), action: change as UserChange })
  return {
    applicationId,
    noun: 'user',
    key: JSON.stringify(['users', applicationId, selection]),
    preview: (change) => api('POST /api/applications/:id/users/bulk/preview', { params, body: body(change) }),
    run: (change, token, onLine) =>
      apiLines('POST /api/applications/:id/users/bulk', { params, body: { ...body(change), token } }, { onLine }),
  }
}

/** Many licenses. The dialog only offers changes of licenses for it. */
export function licensesTarget(applicationId: number, selection: BulkSelection<LicenseFilterBody>): BulkTarget {
  const params = { id: String(applicationId) }
  const body = (change: BulkChange) => ({ selection: sent(selection), action: change as LicenseChange })
  return {
    applicationId,
    noun: 'license key',
    key: JSON.stringify(['licenses', applicationId, selection]),
    preview: (change) => api('POST /api/applications/:id/licenses/bulk/preview', { params, body: body(change) }),
    run: (change, token, onLine) =>
      apiLines('POST /api/applications/:id/licenses/bulk', { params, body: { ...body(change), token } }, { onLine }),
  }
}
