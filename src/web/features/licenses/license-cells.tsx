import { type LicenseStatus, licenseBadges, licenseStatus } from '../../../shared/license-status.ts'
import * as texts from '../../texts/licenses.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { describeExpiry, formatNumber } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { License } from './use-licenses.ts'

const tones: Readonly<Record<LicenseStatus, BadgeTone>> = {
  Active: 'ok',
  Full: 'warn',
  Expired: 'bad',
  Grace: 'warn',
  Banned: 'bad',
  Paused: 'warn',
  Inactive: 'neutral',
}

const factsOf = (license: License) => ({
  ...license,
  expiresAt: license.expiresAt === null ? null : new Date(license.expiresAt),
  graceUntil: license.graceUntil === null ? null : new Date(license.graceUntil),
})

/** The four-state badge of the license page; a hold is never hidden behind an expiry. */
export function StatusBadge({ license }: { readonly license: License }) {
  if (license.hold !== null) return <StatusBadges license={license} />
  const status = licenseStatus(factsOf(license), new Date())
  return <Badge tone={tones[status]}>{status}</Badge>
}

/** Active or Inactive as the application's screen has it; Expired or Full beside it. */
export function StatusBadges({ license }: { readonly license: License }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {licenseBadges(factsOf(license), new Date()).map((status) => (
        <Badge key={status} tone={tones[status]}>
          {status}
        </Badge>
      ))}
    </span>
  )
}

const copied = { title: texts.copied, description: texts.licenseKeyCopiedTo }

export interface LicenseKeyProps {
  readonly license: License
  readonly isShort?: boolean
  readonly onOpen: (license: License) => void
}

/** The key, which opens the drawer, with copy; the first 16 characters, or all of it where there is room. */
export function LicenseKey({ license, isShort = false, onOpen }: LicenseKeyProps) {
  const { licenseKey, description } = license
  const isWhole = useRefusal('keys') === undefined
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      <div className="flex min-w-0 flex-col">
        <TruncatedText
          text={licenseKey}
          {...(isShort && { short: shortLicenseKey(licenseKey) })}
          isMono
          className="text-fg!"
          onPress={() => onOpen(license)}
        />
        {description !== '' && (
          <span className="-mt-0.5 truncate text-meta font-normal text-fg-3">
            <bdi>{description}</bdi>
          </span>
        )}
      </div>
      {isWhole && (
        <CopyButton text={licenseKey} what={texts.licenseKeyOf(shortLicenseKey(licenseKey))} size="sm" done={copied} />
      )}
    </div>
  )
}

export interface SeatsProps {
  readonly license: License
  readonly applicationId: number
}

/** `2 / 5`; it leads to those who use the key. */
export function Seats({ license, applicationId }: SeatsProps) {
  const { id, currentUsers, maxUsers, licenseKey } = license
  const text = `${formatNumber(currentUsers)} / ${formatNumber(maxUsers)}`
  if (currentUsers === 0) return <span className="whitespace-nowrap tabular-nums">{text}</span>
  return (
    <TextLink
      href={`/app/${applicationId}?section=users&license=${id}`}
      aria-label={texts.whoUses(text, shortLicenseKey(licenseKey))}
      className="inline-block leading-6 whitespace-nowrap tabular-nums"
    >
      {text}
    </TextLink>
  )
}

/** The date with the days that are left, red from seven on. A first-use license has none before its first user. */
export function Expires({ license, isInline = false }: { readonly license: License; readonly isInline?: boolean }) {
  if (license.expiresAt === null) return <span className="text-fg-2">{texts.startsOnFirstUse}</span>
  const { text, detail, isNear } = describeExpiry(license.expiresAt, new Date())
  if (text === 'Never') return <span className="text-fg-3">{texts.never}</span>
  const tone = isNear ? 'text-bad' : 'text-fg-3'
  return (
    <div className={isInline ? 'inline-flex flex-wrap items-center gap-x-1.5' : 'flex min-w-0 flex-col'}>
      <Time value={license.expiresAt} show="date" />
      <span className={isInline ? tone : `-mt-0.5 text-meta ${tone}`}>{detail}</span>
    </div>
  )
}

/** Seats that nobody has taken. */
export function remainingSeats(license: License): number {
  return Math.max(0, license.maxUsers - license.currentUsers)
}
