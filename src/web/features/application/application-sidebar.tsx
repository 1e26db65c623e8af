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
import { AppSidebar } from '../../layout/app-sidebar.tsx'
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
  /** Undefined on the license page, which is none of the sections. */
  readonly current: Section
}

/** The sections of an application with their counts, its id and its date. */
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
