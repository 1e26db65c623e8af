import { AppWindow, ArrowRight, Copy, ListFilter, Plus } from 'lucide-react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import { isPage } from '../../../shared/pages.ts'
import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import { type OwnApplication, useOwnApplications } from '../../api/use-own-applications.ts'
import { noteKeyUse } from '../../common/api-key-use.ts'
import { useCurrentUser } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const go = (label: string, href: string, detail?: string): PaletteEntry => ({
  id: href,
  label,
  detail,
  href,
  icon: <ArrowRight {...icon} />,
})
const start = (label: string, href: string): PaletteEntry => ({ id: href, label, href, icon: <Plus {...icon} /> })
const preset = (label: string, href: string): PaletteEntry => ({
  id: href,
  label,
  href,
  icon: <ListFilter {...icon} />,
})

const pages: readonly (readonly [string, string, Permission?])[] = [
  ['Dashboard', '/'],
  ['Activity Logs', '/activity-logs'],
  ['Audit log', '/activity-logs?tab=audit'],
  ['Webhooks', '/webhooks'],
  ['Blacklist', '/blacklist'],
  ['Custom Messages', '/custom-messages'],
  ['Documentation', '/docs'],
  ['Integration Examples', '/integration'],
  ['Code Templates', '/code-templates'],
  ['Account', '/account'],
  ['User Management', '/user-management', 'manage_users'],
  ['Code Editor', '/code-editor', 'edit_code'],
]

/** The palette's entries that need no search request. */
export function usePaletteGroups(isOpen: boolean, applicationId: number | undefined): readonly PaletteGroup[] {
  const viewer = useCurrentUser()
  const { data: applications = [] } = useOwnApplications(isOpen)
  const current = applications.find(({ id }) => id === applicationId)
  const mayOpen = pages.filter(
    ([, href, permission]) =>
      isPage(href.replace(/\?.*/, '')) && (permission === undefined || hasPermission(viewer, permission)),
  )
  return [
    ...(current === undefined ? [] : groupsOf(current)),
    {
      heading: 'Applications',
      entries: [
        ...applications.map((application) => ({
          ...go(application.name, `/app/${application.id}`),
          icon: <AppWindow {...icon} />,
        })),
        start('New Application', '/?dialog=new-application'),
        ...applications.filter(({ id }) => id !== applicationId).flatMap(copyKey),
      ],
    },
    { heading: 'Screens', entries: mayOpen.map(([label, href]) => go(label, href)) },
  ]
}

/** An application's screens, create actions and presets. */
function groupsOf(application: OwnApplication): readonly PaletteGroup[] {
  const at = `/app/${application.id}`
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return [
    {
      heading: application.name,
      entries: [
        go('Overview', at),
        go('Users', `${at}?section=users`),
        go('Licenses', `${at}?section=licenses`),
        go('Activity', `${at}?section=activity`),
        go('Webhooks', `${at}?section=webhooks`),
        go('Blacklist', `${at}?section=blacklist`),
        go('API Config', `${at}?section=api-config`),
        go('Messages', `${at}?section=messages`),
        go('License page', `${at}/licenses`),
        go('Live Sessions', `${at}?dialog=sessions`),
        go('Settings', `${at}?dialog=settings`),
      ],
    },
    {
      heading: 'Begin',
      entries: [
        start('New user', `${at}?section=users&dialog=add-user`),
        start('New license', `${at}?section=licenses&dialog=create-license`),
        start('New webhook', `${at}?section=webhooks&dialog=add-webhook`),
        start('New blacklist entry', `${at}?section=blacklist&dialog=add-entry`),
        ...copyKey(application),
      ],
    },
    {
      heading: 'Look at',
      entries: [
        preset('Users expiring this week', `${at}?section=users&view=week&sort=expiresAt:asc`),
        preset('Users who never signed in', `${at}?section=users&view=never`),
        preset('Failed sign-ins today', `${at}?section=activity&success=false&from=${today.toISOString()}`),
      ],
    },
  ]
}

function copyKey({ id, name, apiKey }: OwnApplication): readonly PaletteEntry[] {
  if (isMasked(apiKey)) return []
  const copy = async () => {
    const isCopied = await copyText(apiKey)
    if (isCopied) noteKeyUse(id, 'copy')
    toast(
      isCopied
        ? { title: 'Copied', description: 'API key copied to clipboard' }
        : { title: 'Failed to copy', kind: 'destructive' },
    )
  }
  return [{ id: `copy ${id}`, label: 'Copy API key', detail: name, run: () => void copy(), icon: <Copy {...icon} /> }]
}
