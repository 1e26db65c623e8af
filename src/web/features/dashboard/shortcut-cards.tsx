import { ChevronRight, ScrollText, ShieldBan, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import * as texts from '../../texts/dashboard.ts'
import { Link } from '../../ui/link.tsx'

/** Links to the lists of all applications. */
export function ShortcutCards() {
  return (
    <nav aria-label={texts.shortcuts} className="@container">
      <div className="grid grid-cols-1 gap-4 @min-[36rem]:grid-cols-2 @min-[60rem]:grid-cols-3">
        <Shortcut
          href="/webhooks"
          title={texts.webhooks}
          text={texts.configureEventNotifications}
          icon={<Webhook size={18} strokeWidth={1.75} aria-hidden />}
        />
        <Shortcut
          href="/blacklist"
          title={texts.blacklist}
          text={texts.manageBlockedUsers}
          icon={<ShieldBan size={18} strokeWidth={1.75} aria-hidden />}
        />
        <Shortcut
          href="/activity-logs"
          title={texts.activityLogs}
          text={texts.monitorSystemEvents}
          icon={<ScrollText size={18} strokeWidth={1.75} aria-hidden />}
        />
      </div>
    </nav>
  )
}

function Shortcut(props: { href: string; title: string; text: string; icon: ReactNode }) {
  return (
    <Link
      href={props.href}
      className="group flex items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-150 hover:border-control/60 sm:px-5"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-inner border border-line bg-raised text-fg-2 group-hover:text-fg">
        {props.icon}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{props.title}</span>
        <span className="block text-second text-fg-2">{props.text}</span>
      </span>
      <ChevronRight size={16} strokeWidth={1.75} className="shrink-0 text-fg-3 group-hover:text-fg" aria-hidden />
    </Link>
  )
}
