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
import type { ReactNode } from 'react'
import { Sidebar, SidebarFact } from '../../layout/sidebar.tsx'
import * as texts from '../../texts/application.ts'
import { formatDate } from '../../ui/text/format.ts'
import type { Section } from './application-search.ts'
import type { Application } from './use-application.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export const sectionNames: Readonly<Record<Section, string>> = {
  overview: texts.overview,
  users: texts.users,
  licenses: texts.licenses,
  activity: texts.activity,
  webhooks: texts.webhooks,
  blacklist: texts.blacklist,
  'api-config': texts.apiConfig,
  messages: texts.messages,
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
  /** The open section, or the one above the page. */
  readonly current?: Section
  /** Whether the page is below a section: phones show the way to its parent instead. */
  readonly isBelow?: boolean
}

/** The sections of an application with their counts, its ID and its date. */
export function ApplicationSidebar({ application, current, isBelow = false }: ApplicationSidebarProps) {
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
    <Sidebar
      scope={application}
      label={texts.sections}
      items={items}
      isHiddenOnPhones={isBelow}
      footer={
        <>
          <SidebarFact label={texts.applicationId} value={String(id)} />
          <SidebarFact label={texts.created} value={formatDate(createdAt)} />
        </>
      }
    />
  )
}
