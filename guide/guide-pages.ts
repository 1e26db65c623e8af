/** One page of the guide: its address is `/docs/{slug}`, its text `docs/guide/{slug}.md`. */
export interface GuidePage {
  readonly slug: string
  /** The name in the navigation; the page's own heading is the first line of its text. */
  readonly label: string
}

interface GuideGroup {
  readonly title: string
  readonly pages: readonly GuidePage[]
}

/** The guide in reading order: navigation, previous and next, `llms.txt` and the tests read it from here. */
export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Get started',
    pages: [
      { slug: 'start', label: 'Quick start' },
      { slug: 'samples', label: 'Client samples' },
      { slug: 'client-libraries', label: 'Client libraries' },
    ],
  },
  {
    title: 'Protect your software',
    pages: [
      { slug: 'users', label: 'Users' },
      { slug: 'licenses', label: 'Licenses' },
      { slug: 'hwid', label: 'Hardware lock' },
      { slug: 'versions', label: 'Versions' },
      { slug: 'blacklist', label: 'Blacklist' },
      { slug: 'sessions', label: 'Sessions' },
      { slug: 'signed-answers', label: 'Signed responses' },
      { slug: 'offline', label: 'Offline lease' },
    ],
  },
  {
    title: 'Automate',
    pages: [
      { slug: 'shops', label: 'Connect a shop' },
      { slug: 'portal', label: 'Customer portal' },
      { slug: 'email', label: 'Email to customers' },
      { slug: 'webhooks', label: 'Webhooks' },
      { slug: 'management-api', label: 'Management API' },
      { slug: 'limits', label: 'Rate limits' },
    ],
  },
  {
    title: 'API reference',
    pages: [
      { slug: 'api-client', label: 'Client API' },
      { slug: 'errors', label: 'Codes and errors' },
      { slug: 'api-applications', label: 'Applications' },
      { slug: 'api-users', label: 'Users' },
      { slug: 'api-sessions', label: 'Sessions and checks' },
      { slug: 'api-licenses', label: 'Licenses' },
      { slug: 'api-bulk', label: 'Bulk actions' },
      { slug: 'api-activity', label: 'Activity' },
      { slug: 'api-blacklist', label: 'Blacklist' },
      { slug: 'api-webhooks', label: 'Webhooks' },
      { slug: 'api-messages', label: 'Messages' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      { slug: 'team', label: 'Team' },
      { slug: 'install', label: 'Install' },
      { slug: 'service', label: 'Run as a service' },
      { slug: 'monitoring', label: 'Monitoring' },
      { slug: 'backups', label: 'Backups' },
      { slug: 'upgrades', label: 'Upgrades' },
      { slug: 'move', label: 'SQLite to PostgreSQL' },
      { slug: 'security', label: 'Security' },
    ],
  },
  {
    title: 'Move to Keywright',
    pages: [
      { slug: 'from-keyauth', label: 'From KeyAuth' },
      { slug: 'from-keygen', label: 'From Keygen' },
      { slug: 'import-csv', label: 'CSV import' },
    ],
  },
]

/** Every page in reading order. */
export const guidePages: readonly GuidePage[] = guideGroups.flatMap(({ pages }) => pages)
