import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import * as texts from '../../texts/app-users.ts'
import { Badge } from '../../ui/badge.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { type Description, DescriptionList } from '../../ui/text/description-list.tsx'
import { isNever } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Inspection } from './use-inspection.ts'

export interface DrawerFactsProps {
  readonly applicationId: number
  readonly inspection: Inspection
}

/** Expiry and the rule that set it, license and seat, device, and the other fields. */
export function DrawerFacts({ applicationId, inspection }: DrawerFactsProps) {
  const { user, hardware, license, banReason } = inspection
  const items: Description[] = [
    { label: texts.expires, value: <Expiry inspection={inspection} /> },
    {
      label: texts.license,
      value: license === null ? none(texts.noLicense) : <License {...{ applicationId, license }} />,
    },
    { label: texts.device, value: <Device hardware={hardware} /> },
    ...(banReason === null ? [] : [{ label: texts.banReason, value: <bdi>{banReason}</bdi> }]),
    { label: texts.lastLogin, value: <Time value={user.lastLogin} none={texts.never} /> },
    {
      label: texts.lastIp,
      value: user.lastLoginIp === null ? none(texts.unknown) : <Copied text={user.lastLoginIp} what="IP" />,
    },
    { label: texts.email, value: user.email === null ? none(texts.notSet) : <Copied text={user.email} what="email" /> },
    { label: texts.created, value: <Time value={user.createdAt} show="date-time" /> },
    { label: texts.userId, value: <Copied text={String(user.id)} what={texts.userIdText} /> },
  ]
  return (
    <DrawerSection title={texts.account}>
      <DescriptionList items={items} />
    </DrawerSection>
  )
}

const none = (text: string) => <span className="text-fg-3">{text}</span>

const rules = { user: texts.byTheUsersOwn, license: texts.byTheLicense, none: texts.nothingSetsAnExpiry } as const

function Expiry({ inspection: { effectiveExpiry, user } }: { readonly inspection: Inspection }) {
  const { at, rule, graceUntil } = effectiveExpiry
  if (at === null || isNever(at)) return none(texts.never)
  return (
    <div>
      <Time value={at} show="date-time" />
      <p className="text-second text-fg-3">
        {rules[rule]}
        {rule === 'license' && ownEnd(user.expiresAt)}
      </p>
      {graceUntil !== null && (
        <p className="text-second text-fg-3">
          {new Date(at) <= new Date() ? texts.inGraceUntil : texts.thenGraceUntil}{' '}
          <Time value={graceUntil} show="date-time" />
        </p>
      )}
    </div>
  )
}

function ownEnd(expiresAt: string | null) {
  if (isNever(expiresAt)) return texts.onItsOwnIt
  return (
    <>
      {texts.onItsOwn} <Time value={expiresAt} show="date" />
    </>
  )
}

interface LicenseProps {
  readonly applicationId: number
  readonly license: NonNullable<Inspection['license']>
}

function License({ applicationId, license }: LicenseProps) {
  const { licenseKey, currentUsers, maxUsers, isActive, id } = license
  const isWhole = useRefusal('keys') === undefined
  const now = new Date()
  const isOver = license.expiresAt !== null && new Date(license.expiresAt) <= now
  const hasGrace = isOver && license.graceUntil !== null && now < new Date(license.graceUntil)
  return (
    <div className="flex flex-col items-end gap-0.5">
      <span className="flex max-w-full items-center gap-1">
        {!isActive && <Badge tone="neutral">{texts.inactive}</Badge>}
        {hasGrace && <Badge tone="warn">{texts.grace}</Badge>}
        {isOver && !hasGrace && <Badge tone="bad">{texts.expired}</Badge>}
        <TruncatedText text={licenseKey} short={shortLicenseKey(licenseKey)} isMono />
        {isWhole && <CopyButton text={licenseKey} what={texts.licenseKey} />}
      </span>
      <TextLink href={`/app/${applicationId}?section=users&license=${id}`} className="text-second">
        {texts.ofSeatsTaken(currentUsers, maxUsers)}
      </TextLink>
    </div>
  )
}

function Device({ hardware: { hwid, boundAt, isLocked } }: Pick<Inspection, 'hardware'>) {
  if (hwid === null) return none(isLocked ? texts.notBoundTheNext : texts.notLockedToA)
  return (
    <div className="flex flex-col items-end">
      <Copied text={hwid} what="HWID" />
      <span className="flex flex-wrap items-baseline justify-end gap-x-1 text-second text-fg-3">
        {isLocked ? texts.locked : texts.notLocked}
        {boundAt !== null && (
          <>
            {' '}
            {texts.bound} <Time value={boundAt} />
          </>
        )}
      </span>
    </div>
  )
}

function Copied({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className="flex max-w-full items-center justify-end gap-0.5">
      <TruncatedText text={text} isMono />
      <CopyButton text={text} what={what} />
    </span>
  )
}
