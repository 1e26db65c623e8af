import { apiLines } from '../../api/api-lines.ts'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import * as texts from '../../texts/bulk.ts'
import type { RowSelection } from '../../ui/table/row-selection.ts'

type UserBody = ApiInput<'POST /api/applications/:id/users/bulk/preview'>['body']
type LicenseBody = ApiInput<'POST /api/applications/:id/licenses/bulk/preview'>['body']

export type UserFilterBody = Extract<UserBody['selection'], { filter: unknown }>['filter']
export type LicenseFilterBody = Extract<LicenseBody['selection'], { filter: unknown }>['filter']

/** Actions on many users, and on many licenses. */
type UserChange = UserBody['action']
type LicenseChange = LicenseBody['action']
export type BulkChange = UserChange | LicenseChange

/** Rows by ID, or all that match the list's filter. */
export type BulkSelection<Filter> =
  | { readonly ids: readonly number[] }
  | { readonly filter: Filter; readonly except: readonly number[] }

export type BulkPreview = ApiReply<'POST /api/applications/:id/users/bulk/preview'>
type BulkLine = ApiReply<'POST /api/applications/:id/users/bulk'>
export type BulkEnd = Extract<BulkLine, { type: 'end' }>
export type BulkRow = Extract<BulkLine, { type: 'progress' }>['rows'][number]

/** The calls for one selection of users or licenses. */
export interface BulkTarget {
  readonly applicationId: number
  readonly noun: 'user' | 'license key'
  /** Identifies the selection in query keys. */
  readonly key: string
  readonly preview: (change: BulkChange) => Promise<BulkPreview>
  readonly run: (change: BulkChange, token: string, onLine: (line: BulkLine) => void) => Promise<void>
}

/** The selection in a filtered list. */
export function selectionOf<Filter>(selected: RowSelection, filter: Filter): BulkSelection<Filter> {
  return selected.kind === 'some' ? { ids: [...selected.keys] } : { filter, except: [...selected.except] }
}

const sent = <F>(selection: BulkSelection<F>) =>
  'ids' in selection
    ? { ids: [...selection.ids] }
    : { filter: selection.filter, ...(selection.except.length > 0 && { except: [...selection.except] }) }

/** For users; the dialog offers only users' actions for it. */
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

/** For licenses; the dialog offers only licenses' actions for it. */
export function licensesTarget(applicationId: number, selection: BulkSelection<LicenseFilterBody>): BulkTarget {
  const params = { id: String(applicationId) }
  const body = (change: BulkChange) => ({ selection: sent(selection), action: change as LicenseChange })
  return {
    applicationId,
    noun: texts.licenseKey,
    key: JSON.stringify(['licenses', applicationId, selection]),
    preview: (change) => api('POST /api/applications/:id/licenses/bulk/preview', { params, body: body(change) }),
    run: (change, token, onLine) =>
      apiLines('POST /api/applications/:id/licenses/bulk', { params, body: { ...body(change), token } }, { onLine }),
  }
}
