import { Ban, Globe, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { activityReason } from '../../common/activity-reason.ts'
import { RowRights } from '../../common/row-rights.tsx'
import * as texts from '../../texts/activity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { formatExact } from '../../ui/text/format.ts'
import type { Activity } from './activity-columns.tsx'
import type { Search } from './activity-filter.ts'
import { type Blocked, userHref } from './activity-menu.tsx'
import { useActivityRow } from './use-activity.ts'

interface ActivityDrawerProps {
  readonly applicationId: number | undefined
  /** The row to show; it stays on screen while the drawer closes. */
  readonly id: string
  readonly isOpen: boolean
  readonly rows: readonly Activity[] | undefined
  readonly hrefWith: (change: Search) => string
  readonly onBlock: (blocked: Blocked) => void
  readonly onClose: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** All details of one row. */
export function ActivityDrawer(props: ActivityDrawerProps) {
  const { applicationId, id, isOpen, rows, hrefWith, onBlock, onClose } = props
  const listed = rows?.find((row) => String(row.id) === id)
  const { data } = useActivityRow(applicationId, listed === undefined ? id : '')
  const row = listed ?? data ?? undefined
  const isGone = isOpen && listed === undefined && data === null
  useEffect(() => {
    if (!isGone) return
    toast({ title: texts.error, description: texts.thisEntryIsNo, kind: 'destructive' })
    onClose()
  }, [isGone, onClose])
  return (
    <Drawer
      isOpen={isOpen && !isGone}
      onClose={onClose}
      title={<code>{row?.event ?? texts.activity}</code>}
      header={
        row && (
          <div className="mt-1 flex flex-col items-start gap-2">
            <Badge tone={row.success ? 'ok' : 'bad'}>{row.success ? texts.success : texts.fail}</Badge>
            <p className="text-fg-2">{activityReason(row)}</p>
          </div>
        )
      }
    >
      {row === undefined ? <Loading /> : <Facts row={row} />}
      {row && (
        <RowRights applicationId={row.applicationId}>
          <div className="flex flex-wrap gap-2">
            {row.userId !== null && (
              <ButtonLink variant="primary" icon={<UserRound {...icon} />} href={userHref(row)}>
                {texts.openUser}
              </ButtonLink>
            )}
            <ButtonLink icon={<Globe {...icon} />} href={hrefWith({ log: undefined, ip: row.ipAddress })}>
              {texts.onlyThisIp}
            </ButtonLink>
            <Button icon={<Ban {...icon} />} needs="help" onClick={() => onBlock({ type: 'ip', row })}>
              {texts.blacklistThisIp}
            </Button>
            {row.userId !== null && (
              <Button icon={<Ban {...icon} />} needs="help" onClick={() => onBlock({ type: 'hwid', row })}>
                {texts.blacklistThisHwid}
              </Button>
            )}
          </div>
        </RowRights>
      )}
    </Drawer>
  )
}

function Facts({ row }: { readonly row: Activity }) {
  const { username, userId, code, detail, count } = row
  const copied = (text: string, what: string) => (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 text-second wrap-anywhere">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
  const user = username === null ? (userId === null ? '–' : `#${userId}`) : username
  const items = [
    { label: texts.time, value: <time dateTime={row.createdAt}>{formatExact(row.createdAt)}</time> },
    ...(count > 1
      ? [
          {
            label: texts.count,
            value: <span className="text-warn">{texts.eventsWithinOneMinute(count)}</span>,
          },
        ]
      : []),
    {
      label: texts.reasonCode,
      value: code === null ? <span className="text-fg-3">{texts.none}</span> : copied(code, 'code'),
    },
    ...(detail !== null && detail.outcome !== code
      ? [{ label: texts.decidedBy, value: <code>{detail.outcome}</code> }]
      : []),
    {
      label: texts.userText,
      value: (
        <span>
          <bdi className="break-all">{user}</bdi>
          {userId === null && username !== null && <span className="text-fg-3"> {texts.noSuchUser}</span>}
        </span>
      ),
    },
    { label: 'IP', value: copied(row.ipAddress, 'IP') },
    {
      label: texts.userAgent,
      value:
        row.userAgent === '' ? (
          <span className="text-fg-3">{texts.notSent}</span>
        ) : (
          copied(row.userAgent, texts.userAgentText)
        ),
    },
  ]
  return (
    <>
      <DescriptionList items={items} />
      {detail !== null && detail.compared.length > 0 && <Compared values={detail.compared} />}
    </>
  )
}

type Values = NonNullable<Activity['detail']>['compared']

function Compared({ values }: { readonly values: Values }) {
  const cell = 'min-w-0 py-2 pr-4 align-top break-all last:pr-0'
  return (
    <div>
      <h3 className="font-medium">{texts.comparedValues}</h3>
      <table className="mt-1 w-full text-left text-second">
        <thead className="text-meta text-fg-3">
          <tr>
            <th className={cell}>{texts.check}</th>
            <th className={cell}>{texts.stored}</th>
            <th className={cell}>{texts.sent}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ what, stored, sent }) => (
            <tr key={what} className="border-t border-line">
              <th className="py-2 pr-4 align-top font-normal whitespace-nowrap text-fg-2">{what}</th>
              <td className={cell}>{stored === null ? <Nothing /> : <code>{stored}</code>}</td>
              <td className={cell}>{sent === null ? <Nothing /> : <code>{sent}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Nothing() {
  return <span className="text-fg-3">{texts.nothing}</span>
}
