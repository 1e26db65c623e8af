import { isMasked } from '../../../shared/api-key-mask.ts'
import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import { UserBadges } from '../../common/user-badges.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { type Description, DescriptionList } from '../../ui/text/description-list.tsx'
import { formatCount, formatNumber } from '../../ui/text/format.ts'
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
    { label: 'Key', value: <Key text={licenseKey} /> },
    ...holdFacts(license),
    {
      label: 'Seats',
      value: (
        <TextLink href={usersHref(applicationId, id)}>
          {formatNumber(currentUsers)} of {formatNumber(maxUsers)} taken
        </TextLink>
      ),
    },
    {
      label: 'Validity',
      value: `${formatCount(validityDays, 'day')} from ${validityStart === 'creation' ? 'creation' : 'the first use'}`,
    },
    {
      label: 'Expires',
      value: expiresAt === null ? quiet('Starts on first use') : <Time value={expiresAt} show="date-time" />,
    },
    { label: 'Description', value: description === '' ? quiet('None') : <bdi>{description}</bdi> },
    {
      label: 'Devices',
      value: (
        <>
          {counted(license.devices)}
          {limit(license.maxDevices, texts.perUser)}
        </>
      ),
    },
    {
      label: 'Live sessions',
      value: (
        <>
          {counted(license.sessions)}
          {limit(license.maxSessions, texts.inAll)}
        </>
      ),
    },
    { label: 'Created', value: <Time value={license.createdAt} show="date-time" /> },
    { label: 'License id', value: <code className="text-meta">{id}</code> },
  ]
  return (
    <DrawerSection title="License">
      <DescriptionList items={items} />
    </DrawerSection>
  )
}

const texts = { perUser: 'per user', inAll: 'in all' }

const limit = (most: number | null, of: string) => most !== null && quiet(` · at most ${formatNumber(most)} ${of}`)

/** Since when and why it is paused or banned. */
function holdFacts({ hold, holdReason, heldAt }: LicenseDetails): Description[] {
  if (hold === null) return []
  return [
    { label: hold === 'paused' ? 'Paused' : 'Banned', value: <Time value={heldAt} show="date-time" /> },
    { label: 'Reason', value: holdReason === null ? quiet('None') : <bdi>{holdReason}</bdi> },
  ]
}

const quiet = (text: string) => <span className="text-fg-3">{text}</span>

const counted = (count: number | null) => (count === null ? quiet('More than 1,000') : formatNumber(count))

function Key({ text }: { readonly text: string }) {
  return (
    <span className="flex max-w-full items-center justify-end gap-0.5">
      <code className="min-w-0 text-meta break-all">{text}</code>
      {!isMasked(text) && (
        <CopyButton
          text={text}
          what="license key"
          done={{ title: 'Copied', description: 'License key copied to clipboard' }}
        />
      )}
    </span>
  )
}

/** The first ten users, each with a link to their own drawer. */
export function LicenseUsers({ applicationId, license: { id, users, currentUsers } }: SectionProps) {
  return (
    <DrawerSection
      title="Users"
      action={
        currentUsers > users.length && (
          <TextLink href={usersHref(applicationId, id)} className="text-second">
            All {formatNumber(currentUsers)} users
          </TextLink>
        )
      }
    >
      {users.length === 0 ? (
        <p className="text-second text-fg-3">Nobody uses this key yet.</p>
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
                {user.hwid === null ? quiet('No device') : <TruncatedText text={user.hwid} isMono />}
                <span className="shrink-0">
                  · <Time value={user.lastLogin} none="Never signed in" />
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
  'license.create': 'Created',
  'license.update': 'Edited',
  'license.pause': 'Paused',
  'license.unpause': 'Resumed',
  'license.ban': 'Banned',
  'license.unban': 'Unbanned',
  'license.delete': 'Deletion begun',
}

/** The last 20 changes, newest first. */
export function LicenseChanges({ changes }: Pick<LicenseDetails, 'changes'>) {
  return (
    <DrawerSection title="Last changes">
      {changes.length === 0 ? (
        <p className="text-second text-fg-3">No single change yet. Bulk actions are under Recent changes.</p>
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
                by <bdi>{actor ?? 'a colleague'}</bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}
