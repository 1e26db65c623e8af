import { deviceReleaseDaysMax, portalContrastMin, portalSlugPattern } from '../../../shared/constants.ts'
import { contrast } from '../../../shared/contrast.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import type { FieldErrors } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/portal-settings.ts'
import { optionalCountError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import type { Application, PortalChange } from './use-portal-settings.ts'

/** The state of the dialog. What may be empty is text, blank for none. */
export interface PortalForm {
  readonly portalEnabled: boolean
  readonly portalSlug: string
  readonly portalName: string
  readonly portalColor: string
  readonly portalSupportUrl: string
  readonly portalWelcome: string
  readonly portalKeyOnly: Application['portalKeyOnly']
  /** Blank as 0. */
  readonly deviceReleaseDays: string
}

/** The first opening proposes a portal that is open, at an address made of the application's name. */
export const portalFormOf = (application: Application): PortalForm => ({
  portalEnabled: application.portalEnabled || application.portalSlug === null,
  portalSlug: application.portalSlug ?? proposedSlug(application.name),
  portalName: application.portalName ?? '',
  portalColor: application.portalColor ?? '',
  portalSupportUrl: application.portalSupportUrl ?? '',
  portalWelcome: application.portalWelcome ?? '',
  portalKeyOnly: application.portalKeyOnly,
  deviceReleaseDays: String(application.deviceReleaseDays),
})

export const portalLabels: Labels<PortalForm> = {
  portalEnabled: texts.enabled,
  portalSlug: texts.slug,
  portalName: texts.name,
  portalColor: texts.color,
  portalSupportUrl: texts.supportUrl,
  portalWelcome: texts.welcome,
  portalKeyOnly: {
    label: texts.keyOnly,
    show: (mode) => texts.keyModes.find(({ value }) => value === mode)?.label ?? mode,
  },
  deviceReleaseDays: texts.releaseDays,
}

/** Such as `my-game` of “My Game!”; '' where nothing usable is left. */
function proposedSlug(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  const slug = words.join('-').slice(0, 40).replace(/-$/, '')
  return portalSlugPattern.test(slug) ? slug : ''
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The fields that differ from what was opened. */
export function portalChange(form: PortalForm, opened: Application): PortalChange {
  const wanted = {
    ...form,
    portalSlug: orNull(form.portalSlug),
    portalName: orNull(form.portalName),
    portalColor: orNull(form.portalColor),
    portalSupportUrl: orNull(form.portalSupportUrl),
    portalWelcome: orNull(form.portalWelcome),
    deviceReleaseDays: parseOptionalCount(form.deviceReleaseDays) ?? 0,
  }
  const entries = Object.entries(wanted).filter(([field, value]) => value !== opened[field as keyof Application])
  return Object.fromEntries(entries) as PortalChange
}

export function portalErrors(form: PortalForm): FieldErrors {
  const slug = slugError(form)
  const color = colorError(form.portalColor)
  const days = optionalCountError(form.deviceReleaseDays, deviceReleaseDaysMax, 0)
  return {
    ...(slug !== undefined && { portalSlug: slug }),
    ...(color !== undefined && { portalColor: color }),
    ...(days !== undefined && { deviceReleaseDays: days }),
  }
}

function slugError({ portalSlug, portalEnabled }: PortalForm): string | undefined {
  const slug = portalSlug.trim()
  if (slug === '') return portalEnabled ? texts.slugMissing : undefined
  return portalSlugPattern.test(slug) ? undefined : texts.slugForm
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())

/** The contrast of white text on a color; undefined for what is none. */
export const whiteContrast = (color: string): number | undefined =>
  isColor(color) ? contrast(color.trim(), '#ffffff') : undefined

function colorError(color: string): string | undefined {
  if (color.trim() === '') return undefined
  const ratio = whiteContrast(color)
  if (ratio === undefined) return texts.colorForm
  return ratio < portalContrastMin ? texts.colorTooLight(ratio.toFixed(1)) : undefined
}
