import { daysMax } from '../../../shared/constants.ts'
import { countError } from '../../ui/form/parse-count.ts'
import { formatCount, isNever } from '../../ui/text/format.ts'
import type { BulkChange } from './bulk-target.ts'

export type BulkActionType = BulkChange['type']

/** The options of an action. */
export interface BulkForm {
  readonly reason: string
  readonly days: number
  readonly isSubtracting: boolean
  readonly expired: 'from_now' | 'skip'
  /** ISO text; blank means never. */
  readonly expiresAt: string
  readonly description: string
  /** The preset that is applied; the screen chooses it. */
  readonly presetId: number
}

export const blankBulkForm: BulkForm = {
  reason: '',
  days: 30,
  isSubtracting: false,
  expired: 'skip',
  expiresAt: '',
  description: '',
  presetId: 0,
}

interface ActionFacts {
  /** On the bar, and before the count: `Pause` 12 users. */
  readonly label: string
  /** While running: `Pausing...` */
  readonly busy: string
  /** Afterwards: 12 users `paused`. */
  readonly done: string
  readonly isDanger?: boolean
}

export const bulkActions: Readonly<Record<BulkActionType, ActionFacts>> = {
  pause: { label: 'Pause', busy: 'Pausing...', done: 'paused' },
  resume: { label: 'Resume', busy: 'Resuming...', done: 'resumed' },
  ban: { label: 'Ban', busy: 'Banning...', done: 'banned', isDanger: true },
  unban: { label: 'Unban', busy: 'Unbanning...', done: 'unbanned' },
  reset_hwid: { label: 'Reset HWID', busy: 'Resetting...', done: 'reset' },
  add_days: { label: 'Add or subtract days', busy: 'Changing...', done: 'changed' },
  set_expiry: { label: 'Set expiry', busy: 'Changing...', done: 'changed' },
  activate: { label: 'Enable', busy: 'Enabling...', done: 'enabled' },
  deactivate: { label: 'Disable', busy: 'Disabling...', done: 'disabled' },
  set_description: { label: 'Set note', busy: 'Changing...', done: 'changed' },
  apply_preset: { label: 'Apply preset', busy: 'Applying...', done: 'changed' },
  delete: { label: 'Delete', busy: 'Deleting...', done: 'deleted', isDanger: true },
}

export const userActions: readonly BulkActionType[] = [
  'pause',
  'resume',
  'ban',
  'unban',
  'reset_hwid',
  'add_days',
  'set_expiry',
  'delete',
]

export const licenseActions: readonly BulkActionType[] = [
  'add_days',
  'set_expiry',
  'activate',
  'deactivate',
  'set_description',
  'delete',
]

/** The change as the API takes it, or why it is incomplete. `isNeverAllowed`: users may never expire, licenses always do. */
export function changeOf(
  type: BulkActionType,
  form: BulkForm,
  isNeverAllowed: boolean,
): BulkChange | { wrong: string } {
  switch (type) {
    case 'ban':
      return form.reason.trim() === '' ? { type } : { type, reason: form.reason.trim() }
    case 'add_days':
      if (countError(form.days, daysMax) !== undefined) return { wrong: 'Enter a number of days first.' }
      return { type, days: form.isSubtracting ? -form.days : form.days, expired: form.expired }
    case 'set_expiry':
      if (form.expiresAt !== '') return { type, expiresAt: form.expiresAt }
      return isNeverAllowed ? { type, expiresAt: null } : { wrong: 'Choose a date first.' }
    case 'set_description':
      return { type, description: form.description.trim() }
    case 'apply_preset':
      return { type, presetId: form.presetId }
    default:
      return { type }
  }
}

/** The dialog's title: `Pause Users`. */
export function bulkTitle(type: BulkActionType, noun: 'user' | 'license key'): string {
  const rows = noun === 'user' ? 'Users' : 'License Keys'
  const titles: Partial<Record<BulkActionType, string>> = {
    reset_hwid: `Reset HWID of ${rows}`,
    add_days: `Add or Subtract Days`,
    set_expiry: `Set Expiry of ${rows}`,
    set_description: `Set Note of ${rows}`,
    apply_preset: `Apply Preset to ${rows}`,
  }
  return titles[type] ?? `${bulkActions[type].label} ${rows}`
}

/** The confirm button's text: `Pause 12 users`, `Add 30 days to 12 users`. */
export function confirmWords(type: BulkActionType, form: BulkForm, rows: string): string {
  switch (type) {
    case 'add_days':
      return form.isSubtracting
        ? `Subtract ${dayCount(form.days)} from ${rows}`
        : `Add ${dayCount(form.days)} to ${rows}`
    case 'set_expiry':
      return isNever(form.expiresAt) ? `Remove the end of ${rows}` : `Set expiry of ${rows}`
    case 'reset_hwid':
      return `Reset HWID of ${rows}`
    case 'set_description':
      return `Set note of ${rows}`
    case 'apply_preset':
      return `Apply to ${rows}`
    default:
      return `${bulkActions[type].label} ${rows}`
  }
}

const dayCount = (days: number) => (countError(days, daysMax) === undefined ? formatCount(days, 'day') : 'days')
