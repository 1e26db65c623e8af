import { ArrowRight } from 'lucide-react'
import { Chapter } from './chapter.tsx'

/** Pages of the guide; `anchor` is that of the chapter which stood here before the page, so old links still lead on. */
const pages = [
  { slug: 'start', title: 'Start to finish', text: 'From a fresh clone to the first login of your software.' },
  { slug: 'users', title: 'Users', text: 'States, expiry, registration, and why a login was rejected.' },
  { slug: 'licenses', title: 'Licenses', text: 'Keys, seats and validity; create them from your shop.' },
  {
    slug: 'sessions',
    anchor: 'sessions',
    title: 'Sessions',
    text: 'Heartbeats, verifications, and what a client does when the network fails.',
  },
  {
    slug: 'signed-answers',
    anchor: 'signed-answers',
    title: 'Signed responses',
    text: 'Detect a fake server: how to verify a signature, in each language.',
  },
  {
    slug: 'offline',
    anchor: 'offline-lease',
    title: 'Offline lease',
    text: 'Keep verified clients running through an outage.',
  },
  { slug: 'offline-files', title: 'Offline files', text: 'For computers that never reach your server.' },
  {
    slug: 'webhooks',
    anchor: 'webhooks',
    title: 'Webhooks',
    text: 'Events, signatures and retries. Discord, Slack and Telegram.',
  },
  { slug: 'management-api', title: 'Management API', text: 'Tokens, lists and idempotency keys.' },
  {
    slug: 'api-client',
    anchor: 'all-calls',
    title: 'All endpoints',
    text: 'Every endpoint with its fields, requests in several languages, and responses.',
  },
  { slug: 'team', title: 'Team', text: 'Invite colleagues to one application, with a role; transfer it.' },
  { slug: 'install', title: 'Install and operate', text: 'HTTPS, PostgreSQL, backups and upgrades.' },
  { slug: 'from-keyauth', title: 'Move from KeyAuth', text: 'Import users and license keys, and what differs.' },
  { slug: 'import-csv', title: 'CSV import', text: 'Users and licenses from any table, with a preview.' },
] as const

/** Cards that lead to the pages of the guide. They are no part of the app: following one loads a page. */
export function GuideChapter() {
  return (
    <Chapter id="guide" intro="Read these pages, and link to them, without signing in.">
      <ul className="grid min-w-0 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map((page) => (
          <li key={page.slug} id={'anchor' in page ? page.anchor : undefined} className="min-w-0 scroll-mt-20">
            <a
              href={`/docs/${page.slug}`}
              className="group flex h-full flex-col rounded-inner border border-line bg-raised p-3 hover:border-control"
            >
              <span className="flex items-center justify-between gap-2 font-medium">
                {page.title}
                <ArrowRight
                  size={16}
                  strokeWidth={1.75}
                  className="shrink-0 text-fg-3 group-hover:text-fg"
                  aria-hidden
                />
              </span>
              <span className="mt-0.5 text-second text-fg-2">{page.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </Chapter>
  )
}
