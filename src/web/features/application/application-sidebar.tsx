import {
  Activity,
  CodeXml,
  KeyRound,
  LayoutDashboard,
  MessageSquareText,
  ShieldBan,
  Users,
  Webhook,
} from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { formatDate, formatNumber } from '../../ui/text/format.ts'
import type { Section } from './application-search.ts'
import { ApplicationSwitcher } from './application-switcher.tsx'
import type { Application } from './use-application.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export const sectionNames: Readonly<Record<Section, string>> = {
  overview: 'Overview',
  users: 'Users',
  licenses: 'Licenses',
  activity: 'Activity',
  webhooks: 'Webhooks',
  blacklist: 'Blacklist',
  'api-config': 'API Config',
  messages: 'Messages',
}

const icons: Readonly<Record<Section, ReactNode>> = {
  overview: <LayoutDashboard {...icon} />,
  users: <Users {...icon} />,
  licenses: <KeyRound {...icon} />,
  activity: <Activity {...icon} />,
  webhooks: <Webhook {...icon} />,
  blacklist: <ShieldBan {...icon} />,
  'api-config': <CodeXml {...icon} />,
  messages: <MessageSquareText {...icon} />,
}

export interface ApplicationSidebarProps {
  readonly application: Application
  /** Absent on a page that is not a section. */
  readonly current?: Section
}

/** The sections of an application with their counts, its ID and its date. */
export function ApplicationSidebar({ application, current }: ApplicationSidebarProps) {
  const { id, createdAt, counts } = application
  const countOf: Partial<Record<Section, number>> = counts
  const items = Object.entries(sectionNames).map(([name, label]) => {
    const section = name as Section
    return {
      label,
      href: section === 'overview' ? `/app/${id}` : `/app/${id}?section=${section}`,
      icon: icons[section],
      count: countOf[section],
      isCurrent: section === current,
    }
  })
  return (
    <AppSidebar
      header={<ApplicationSwitcher application={application} />}
      items={items}
      applicationId={id}
      createdAt={createdAt}
    />
  )
}

interface SidebarItem {
  readonly label: string
  readonly href: string
  readonly icon: ReactNode
  /** Shown as a badge once loaded. */
  readonly count?: number | undefined
  readonly isCurrent: boolean
}

interface AppSidebarProps {
  /** The application, or a menu to switch it. */
  readonly header?: ReactNode
  readonly items: readonly SidebarItem[]
  readonly applicationId: number
  readonly createdAt: string | undefined
}

/** The sections of an application; below 640 px a horizontally scrolling row under the top bar. */
function AppSidebar({ header, items, applicationId, createdAt }: AppSidebarProps) {
  const current = useRef<HTMLAnchorElement>(null)
  const currentLabel = items.find((item) => item.isCurrent)?.label
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another section becomes current
  useEffect(() => {
    const row = current.current?.closest('ul')
    // Scrolls only the row: `scrollIntoView` would move the page too.
    if (row && current.current)
      row.scrollLeft = current.current.offsetLeft - row.clientWidth / 2 + current.current.clientWidth / 2
  }, [currentLabel])
  return (
    <div className="z-20 flex shrink-0 flex-col border-line bg-surface print:hidden max-sm:sticky max-sm:low:static max-sm:top-(--top-bar) max-sm:border-b sm:sticky sm:top-(--top-bar) sm:h-[calc(100dvh-var(--top-bar))] sm:w-60 sm:overflow-y-auto sm:border-r">
      {header !== undefined && <div className="p-3 pb-0 max-sm:hidden">{header}</div>}
      <nav
        aria-label="Sections"
        className="min-w-0 max-sm:[mask-image:linear-gradient(to_right,transparent,black_12px,black_calc(100%-28px),transparent)]"
      >
        <ul className="relative flex gap-1 p-2 [scrollbar-width:none] max-sm:overflow-x-auto sm:flex-col sm:p-3">
          {items.map((item) => (
            <li key={item.label} className="shrink-0">
              <SidebarLink item={item} linkRef={item.isCurrent ? current : undefined} />
            </li>
          ))}
        </ul>
      </nav>
      <dl className="mt-auto space-y-1 p-5 text-meta max-sm:hidden">
        <SidebarFact label="Application id" value={String(applicationId)} />
        {createdAt !== undefined && <SidebarFact label="Created" value={formatDate(createdAt)} />}
      </dl>
    </div>
  )
}

function SidebarLink(props: { item: SidebarItem; linkRef: Ref<HTMLAnchorElement> | undefined }) {
  const { label, href, icon, count, isCurrent } = props.item
  return (
    <Link
      href={href}
      ref={props.linkRef}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex h-9 items-center gap-3 rounded-control px-3 font-medium whitespace-nowrap transition-colors duration-150 touch:h-11',
        isCurrent ? 'bg-overlay text-fg' : 'text-fg-2 hover:bg-raised hover:text-fg',
      )}
    >
      <span className="shrink-0 [&>svg]:size-4">{icon}</span>
      <span className="grow">{label}</span>
      {count !== undefined && (
        <span className="rounded-full border border-line bg-bg/40 px-1.5 text-meta text-fg-2 tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </Link>
  )
}

function SidebarFact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-fg-3">{label}</dt>
      <dd className="text-fg-2 tabular-nums">{value}</dd>
    </div>
  )
}
