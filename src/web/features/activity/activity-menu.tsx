import { Ban, Ellipsis, FileText, Globe, UserRound, UserRoundSearch } from 'lucide-react'
import { RowRights } from '../../common/row-rights.tsx'
import * as texts from '../../texts/activity.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Activity } from './activity-columns.tsx'
import type { Search } from './activity-filter.ts'

/** A value of a row, to be put on the blacklist. */
export interface Blocked {
  readonly type: 'ip' | 'hwid'
  readonly row: Activity
}

interface ActivityMenuProps {
  readonly row: Activity
  readonly hrefWith: (change: Search) => string
  readonly onSearch: (change: Search) => void
  readonly onBlock: (blocked: Blocked) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The address that opens the row's user in the list of users. */
export function userHref({ applicationId, userId }: Activity): string {
  return `/app/${applicationId}?section=users&user=${userId}`
}

/** Why the user's actions are disabled; undefined when the row has a user. */
const noUserReason = ({ userId }: Activity) => (userId === null ? texts.thisUserDoesntExist : undefined)

export function ActivityMenu({ row, hrefWith, onSearch, onBlock }: ActivityMenuProps) {
  const reason = noUserReason(row)
  const ofUser = (label: string, Icon: typeof Ban, onSelect: () => void) =>
    ({ label, icon: <Icon {...icon} />, disabledReason: reason, onSelect }) as const
  return (
    <RowRights applicationId={row.applicationId}>
      <Menu
        trigger={<IconButton label={texts.actionsFor(row.event)} icon={<Ellipsis {...icon} />} size="sm" />}
        entries={[
          { label: texts.details, icon: <FileText {...icon} />, href: hrefWith({ log: String(row.id) }) },
          reason === undefined
            ? { label: texts.openUser, icon: <UserRound {...icon} />, href: userHref(row) }
            : ofUser(texts.openUser, UserRound, () => undefined),
          'separator',
          { label: texts.onlyThisIp, icon: <Globe {...icon} />, onSelect: () => onSearch({ ip: row.ipAddress }) },
          ofUser(texts.onlyThisUser, UserRoundSearch, () => onSearch({ user: String(row.userId) })),
          'separator',
          {
            label: texts.blacklistThisIp,
            icon: <Ban {...icon} />,
            tone: 'danger',
            needs: 'help',
            onSelect: () => onBlock({ type: 'ip', row }),
          },
          {
            ...ofUser(texts.blacklistThisHwid, Ban, () => onBlock({ type: 'hwid', row })),
            tone: 'danger',
            needs: 'help',
          },
        ]}
      />
    </RowRights>
  )
}
