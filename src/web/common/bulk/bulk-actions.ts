import { daysMax } from '../../../shared/constants.ts'
import * as texts from '../../texts/bulk.ts'
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
  pause: { label: texts.pause, busy: texts.pausing, done: 'paused' },
  resume: { label: texts.resume, busy: texts.resuming, done: 'resumed' },
  ban: { label: texts.ban, busy: texts.banning, done: 'banned', isDanger: true },
  unban: { label: texts.unban, busy: texts.unbanning, done: 'unbanned' },
  reset_hwid: { label: texts.resetHwid, busy: texts.resetting, done: 'reset' },
  add_days: { label: texts.addOrSubtractDays, busy: texts.changing, done: 'changed' },
  set_expiry: { label: texts.setExpiry, busy: texts.changing, done: 'changed' },
  activate: { label: texts.enable, busy: texts.enabling, done: 'enabled' },
  deactivate: { label: texts.disable, busy: texts.disabling, done: 'disabled' },
  set_description: { label: texts.setNote, busy: texts.changing, done: 'changed' },
  apply_preset: { label: texts.applyPreset, busy: texts.applying, done: 'changed' },
  delete: { label: texts.deleteText, busy: texts.deleting, done: 'deleted', isDanger: true },
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
  'pause',
  'resume',
  'ban',
  'unban',
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
      if (countError(form.days, daysMax) !== undefined) return { wrong: texts.enterANumberOf }
      return { type, days: form.isSubtracting ? -form.days : form.days, expired: form.expired }
    case 'set_expiry':
      if (form.expiresAt !== '') return { type, expiresAt: form.expiresAt }
      return isNeverAllowed ? { type, expiresAt: null } : { wrong: texts.chooseADateFirst }
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
  const rows = noun === 'user' ? texts.users : texts.licenseKeys
  const titles: Partial<Record<BulkActionType, string>> = {
    reset_hwid: texts.resetHwidOf(rows),
    add_days: texts.addOrSubtractDaysText,
    set_expiry: texts.setExpiryOf(rows),
    set_description: texts.setNoteOf(rows),
    apply_preset: texts.applyPresetTo(rows),
  }
  return titles[type] ?? `${bulkActions[type].label} ${rows}`
}

/** The confirm button's text: `Pause 12 users`, `Add 30 days to 12 users`. */
export function confirmWords(type: BulkActionType, form: BulkForm, rows: string): string {
  switch (type) {
    case 'add_days':
      return form.isSubtracting ? texts.subtractFrom(dayCount(form.days), rows) : texts.addTo(dayCount(form.days), rows)
    case 'set_expiry':
      return isNever(form.expiresAt) ? texts.removeExpiryOf(rows) : texts.setExpiryOfOf(rows)
    case 'reset_hwid':
      return texts.resetHwidOf(rows)
    case 'set_description':
      return texts.setNoteOfOf(rows)
    case 'apply_preset':
      return texts.applyTo(rows)
    default:
      return `${bulkActions[type].label} ${rows}`
  }
}

const dayCount = (days: number) => (countError(days, daysMax) === undefined ? formatCount(days, 'day') : 'days')
