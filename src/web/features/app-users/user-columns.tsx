import { UserBadges } from '../../common/user-badges.tsx'
import * as texts from '../../texts/app-users.ts'
import type { Column } from '../../ui/table/table-types.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { describeExpiry } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import type { AppUser } from './use-app-users.ts'

/**
 * The specified columns of the users table, and optional ones. The name opens the drawer. `hasEmail`: the email has its
 * own column and isn't repeated below the name.
 */
export const userColumns = (onOpen: (user: AppUser) => void, hasEmail: boolean): readonly Column<AppUser>[] => [
  {
    key: 'username',
    head: texts.user,
    width: 'minmax(0, 2.2fr)',
    isSortable: true,
    card: 'title',
    cell: (user) => <Name {...{ user, onOpen, hasEmail }} />,
  },
  {
    key: 'status',
    head: texts.status,
    width: 'minmax(11rem, 1.2fr)',
    card: 'badges',
    cell: (user) => <UserBadges user={user} />,
  },
  {
    key: 'hwid',
    head: 'HWID',
    width: 'minmax(0, 1.2fr)',
    card: 'none',
    cell: (user) => <Hwid user={user} />,
  },
  {
    key: 'expiresAt',
    head: texts.expires,
    width: 'minmax(8.5rem, 1fr)',
    isSortable: true,
    card: 'details',
    cell: (user) => <Expires user={user} />,
    cardHead: '',
    cardCell: (user) => <ExpiresInline user={user} />,
  },
  {
    key: 'lastLogin',
    head: texts.lastLoginText,
    width: 'minmax(7.5rem, 0.9fr)',
    isSortable: true,
    card: 'details',
    cell: (user) => <Time value={user.lastLogin} none={texts.never} />,
    cardHead: '',
    cardCell: (user) => (user.lastLogin === null ? <Quiet text={texts.neverLoggedIn} /> : <SeenInline user={user} />),
  },
  {
    key: 'email',
    head: texts.email,
    width: 'minmax(0, 1.4fr)',
    card: 'details',
    isExtra: true,
    cell: (user) => (user.email === null ? <Quiet text={texts.notSet} /> : <TruncatedText text={user.email} />),
  },
  {
    key: 'license',
    head: texts.license,
    width: 'minmax(0, 1.2fr)',
    card: 'details',
    isExtra: true,
    cell: (user) => <License user={user} />,
  },
  {
    key: 'createdAt',
    head: texts.created,
    width: 'minmax(7rem, 0.8fr)',
    isSortable: true,
    card: 'details',
    isExtra: true,
    cell: (user) => <Time value={user.createdAt} show="date" />,
  },
  {
    key: 'lastLoginIp',
    head: texts.lastIp,
    width: 'minmax(0, 1fr)',
    card: 'details',
    isExtra: true,
    cell: (user) =>
      user.lastLoginIp === null ? <Quiet text={texts.unknown} /> : <TruncatedText text={user.lastLoginIp} isMono />,
  },
]

interface NameProps {
  readonly user: AppUser
  readonly onOpen: (user: AppUser) => void
  readonly hasEmail: boolean
}

function Name({ user, onOpen, hasEmail }: NameProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <TruncatedText text={user.username} className="font-medium" onPress={() => onOpen(user)} />
      {user.email !== null && !hasEmail && (
        <span className="-mt-0.5 truncate text-meta font-normal text-fg-3">
          <bdi>{user.email}</bdi>
        </span>
      )}
    </div>
  )
}

/** The list includes license keys only while this column is shown. */
function License({ user: { licenseId, licenseKey } }: { readonly user: AppUser }) {
  if (licenseId === null) return <Quiet text={texts.noLicense} />
  return licenseKey && <TruncatedText text={licenseKey} short={shortLicenseKey(licenseKey)} isMono />
}

function Hwid({ user }: { readonly user: AppUser }) {
  if (user.hwid === null) return <span className="text-fg-3">{texts.notSet}</span>
  return (
    <span className="flex min-w-0 items-center gap-0.5">
      <TruncatedText text={user.hwid} isMono />
      <CopyButton text={user.hwid} what={texts.hwidOf(user.username)} size="sm" />
    </span>
  )
}

function Expires({ user }: { readonly user: AppUser }) {
  const { text, detail, isNear } = describeExpiry(user.effectiveExpiresAt, new Date())
  const meta = [detail, isByLicense(user) && texts.byLicense].filter(Boolean).join(' · ')
  if (text === 'Never') return <span className="text-fg-3">{texts.never}</span>
  return (
    <div className="flex min-w-0 flex-col">
      <Time value={user.effectiveExpiresAt} show="date" />
      <span className={isNear ? '-mt-0.5 truncate text-meta text-bad' : '-mt-0.5 truncate text-meta text-fg-3'}>
        {meta}
      </span>
    </div>
  )
}

/** The one line of a card: the expiry, or that it has passed. */
function ExpiresInline({ user }: { readonly user: AppUser }) {
  const { text, detail, isNear } = describeExpiry(user.effectiveExpiresAt, new Date())
  if (text === 'Never') return <Quiet text={texts.neverExpires} />
  const isOver = detail === 'expired'
  return (
    <span className={isNear ? 'whitespace-nowrap text-bad' : 'whitespace-nowrap'}>
      {isOver ? texts.expired : texts.expires} <Time value={user.effectiveExpiresAt} show="date" />
    </span>
  )
}

function SeenInline({ user }: { readonly user: AppUser }) {
  return (
    <span className="whitespace-nowrap">
      {texts.seen} <Time value={user.lastLogin} />
    </span>
  )
}

function Quiet({ text }: { readonly text: string }) {
  return <span className="block truncate text-fg-3">{text}</span>
}

/** The license expires before the user does. */
function isByLicense(user: AppUser): boolean {
  return user.effectiveExpiresAt !== null && user.effectiveExpiresAt !== user.expiresAt
}
