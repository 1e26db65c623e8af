import { useRouterState } from '@tanstack/react-router'
import { Activity, LayoutDashboard, MessageSquareText, ShieldBan, Webhook } from 'lucide-react'
import { Sidebar } from './sidebar.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const pages = [
  { label: 'Overview', href: '/', icon: <LayoutDashboard {...icon} /> },
  { label: 'Activity Logs', href: '/activity-logs', icon: <Activity {...icon} /> },
  { label: 'Webhooks', href: '/webhooks', icon: <Webhook {...icon} /> },
  { label: 'Blacklist', href: '/blacklist', icon: <ShieldBan {...icon} /> },
  { label: 'Messages', href: '/custom-messages', icon: <MessageSquareText {...icon} /> },
] as const

/** The pages about all applications of the account. */
export function AllSidebar() {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/(?<=.)\/$/, '') })
  const items = pages.map((page) => ({
    ...page,
    isCurrent: page.href === path || (page.href === '/' && path === '/dashboard'),
  }))
  return <Sidebar label="All applications" items={items} />
}
