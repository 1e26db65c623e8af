import { useRouterState } from '@tanstack/react-router'
import { Activity, LayoutDashboard, MessageSquareText, ShieldBan, Webhook } from 'lucide-react'
import * as texts from '../texts/layout.ts'
import { Sidebar } from './sidebar.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const pages = [
  { label: texts.overview, href: '/', icon: <LayoutDashboard {...icon} /> },
  { label: texts.activityLogs, href: '/activity-logs', icon: <Activity {...icon} /> },
  { label: texts.webhooks, href: '/webhooks', icon: <Webhook {...icon} /> },
  { label: texts.blacklist, href: '/blacklist', icon: <ShieldBan {...icon} /> },
  { label: texts.messages, href: '/custom-messages', icon: <MessageSquareText {...icon} /> },
] as const

/** The pages about all applications of the account. */
export function AllSidebar() {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/(?<=.)\/$/, '') })
  const items = pages.map((page) => ({
    ...page,
    isCurrent: page.href === path || (page.href === '/' && path === '/dashboard'),
  }))
  return <Sidebar label={texts.allApplications} items={items} />
}
