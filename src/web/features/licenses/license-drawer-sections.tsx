import { isMasked } from '../../../shared/api-key-mask.ts'
import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import { UserBadges } from '../../common/user-badges.tsx'
import * as texts from '../../texts/licenses.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { type Description, DescriptionList } from '../../ui/text/description-list.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { usersHref } from './license-menu.tsx'
import type { LicenseDetails } from './use-license-details.ts'

interface SectionProps {
  readonly applicationId: number
  readonly license: LicenseDetails
}

/** Key, seats, validity, expiry, note, and how much it is used. */
export function LicenseFacts({ applicationId, license }: SectionProps) {
  const { id, licenseKey, currentUsers, maxUsers, validityDays, validityStart, expiresAt, description } = license
  const items: Description[] = [
    { label: texts.key, value: <Key text={licenseKey} /> },
    ...holdFacts(license),
    ...spentFacts(license),
    {
      label: texts.seats,
      value: <TextLink href={usersHref(applicationId, id)}>{texts.ofTakenOf(currentUsers, maxUsers)}</TextLink>,
    },
    {
      label: texts.validity,
      value: texts.from(validityDays, validityStart === 'creation' ? 'creation' : texts.theFirstUse),
    },
    {
      label: texts.expires,
      value: expiresAt === null ? quiet(texts.startsOnFirstUse) : <Time value={expiresAt} show="date-time" />,
    },
    ...(license.graceUntil === null
      ? []
      : [{ label: texts.graceUntil, value: <Time value={license.graceUntil} show="date-time" /> }]),
    { label: texts.description, value: description === '' ? quiet(texts.none) : <bdi>{description}</bdi> },
    { label: texts.devices, value: counted(license.devices, license.maxDevices, texts.perUser) },
    { label: texts.liveSessions, value: counted(license.sessions, license.maxSessions, texts.atMostInAll) },
    { label: texts.created, value: <Time value={license.createdAt} show="date-time" /> },
    { label: texts.licenseId, value: <code className="text-meta">{id}</code> },
  ]
  return (
    <DrawerSection title={texts.license}>
      <DescriptionList items={items} />
    </DrawerSection>
  )
}

/** Since when and why it is paused or banned. */
function holdFacts({ hold, holdReason, heldAt }: LicenseDetails): Description[] {
  if (hold === null) return []
  return [
    { label: hold === 'paused' ? texts.paused : texts.banned, value: <Time value={heldAt} show="date-time" /> },
    { label: texts.reason, value: holdReason === null ? quiet(texts.none) : <bdi>{holdReason}</bdi> },
  ]
}

/** When its time went into another license. */
function spentFacts({ spent }: LicenseDetails): Description[] {
  if (spent === null) return []
  const into = spent.licenseId === null ? texts.aDeletedLicense : texts.intoLicense(spent.licenseId)
  return [
    {
      label: texts.redeemed,
      value: (
        <>
          <Time value={spent.at} show="date-time" /> {quiet(into)}
          {spent.takenDays > 0 && <p className="text-second text-fg-2">{texts.daysTakenBack(spent.takenDays)}</p>}
        </>
      ),
    },
  ]
}

const quiet = (text: string) => <span className="text-fg-3">{text}</span>

const counted = (count: number | null, most: number | null, of: (most: number) => string) => (
  <>
    {count === null ? quiet(texts.moreThan1000) : formatNumber(count)}
    {most !== null && quiet(of(most))}
  </>
)

function Key({ text }: { readonly text: string }) {
  return (
    <span className="flex max-w-full items-center justify-end gap-0.5">
      <code className="min-w-0 text-meta break-all">{text}</code>
      {!isMasked(text) && (
        <CopyButton
          text={text}
          what={texts.licenseKeyText}
          done={{ title: texts.copied, description: texts.licenseKeyCopiedTo }}
        />
      )}
    </span>
  )
}

/** The first ten users, each with a link to their own drawer. */
export function LicenseUsers({ applicationId, license: { id, users, currentUsers } }: SectionProps) {
  const shownSeats = users.reduce((sum, { seats }) => sum + seats, 0)
  return (
    <DrawerSection
      title={texts.users}
      action={
        currentUsers > shownSeats && (
          <TextLink href={usersHref(applicationId, id)} className="text-second">
            {texts.allUsers}
          </TextLink>
        )
      }
    >
      {users.length === 0 ? (
        <p className="text-second text-fg-3">{texts.noUsersYet}</p>
      ) : (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {users.map((user) => (
            <li key={user.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <TextLink
                href={`/app/${applicationId}?section=users&user=${user.id}`}
                className="max-w-full min-w-0 truncate"
              >
                <bdi>{user.username}</bdi>
              </TextLink>
              <UserBadges user={user} />
              <span className="flex w-full min-w-0 items-center gap-1.5 text-second text-fg-2">
                {user.hwid === null ? quiet(texts.noDevice) : <TruncatedText text={user.hwid} isMono />}
                <span className="shrink-0">
                  · <Time value={user.lastLogin} none={texts.neverLoggedIn} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

const names: Readonly<Record<string, string>> = {
  'license.create': texts.created,
  'license.update': texts.edited,
  'license.pause': texts.paused,
  'license.unpause': texts.resumed,
  'license.ban': texts.banned,
  'license.unban': texts.unbanned,
  'license.delete': texts.deletionStarted,
}

/** The last 20 changes, newest first. */
export function LicenseChanges({ changes }: Pick<LicenseDetails, 'changes'>) {
  return (
    <DrawerSection title={texts.recentChanges}>
      {changes.length === 0 ? (
        <p className="text-second text-fg-3">{texts.noChangesYetBulk}</p>
      ) : (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {changes.map(({ id, action, actor, details, createdAt }) => (
            <li key={id} className="px-3 py-2 text-second">
              <div className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{names[action] ?? action}</span>
                <span className="ml-auto text-fg-2">
                  <Time value={createdAt} show="second" />
                </span>
              </div>
              {details !== null && details !== '' && <p className="break-words text-fg-2">{details}</p>}
              <p className="text-fg-3">
                {texts.by} <bdi>{actor ?? 'a colleague'}</bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}
