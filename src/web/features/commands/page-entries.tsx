import { AppWindow, ArrowRight, Copy, Link2, ListFilter, Plus } from 'lucide-react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import { isPage } from '../../../shared/pages.ts'
import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import type { OwnApplication } from '../../api/use-own-applications.ts'
import { noteKeyUse } from '../../common/api-key-use.ts'
import type { CurrentUser } from '../../session/session.ts'
import { copyWithToast } from './copy-with-toast.ts'
import type { PaletteEntry } from './palette-entry.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const page = (label: string, href: string, words = ''): PaletteEntry => ({
  id: href,
  label,
  words,
  href,
  icon: <ArrowRight {...icon} />,
})

const pages: readonly (readonly [label: string, href: string, words?: string, permission?: Permission])[] = [
  ['Dashboard', '/', 'home overview applications'],
  ['Activity Logs', '/activity-logs', 'events logins'],
  ['Audit log', '/activity-logs?tab=audit', 'changes'],
  ['Webhooks', '/webhooks', 'discord slack telegram'],
  ['Blacklist', '/blacklist', 'block'],
  ['Custom Messages', '/custom-messages', 'texts'],
  ['Documentation', '/docs', 'help guide'],
  ['Integration Examples', '/integration', 'code samples'],
  ['Code Templates', '/code-templates', 'samples'],
  ['Account', '/account', 'password two-factor passkeys tokens sessions'],
  ['User Management', '/user-management', 'dashboard users', 'manage_users'],
  ['Code Editor', '/code-editor', 'files', 'edit_code'],
]

/** The pages that this person may open. */
export function pageEntries(viewer: CurrentUser): readonly PaletteEntry[] {
  return pages
    .filter(
      ([, href, , permission]) =>
        isPage(href.replace(/\?.*/, '')) && (permission === undefined || hasPermission(viewer, permission)),
    )
    .map(([label, href, words]) => page(label, href, words))
}

/** The screens of an application. */
export function sectionEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  const at = `/app/${id}`
  const sections: readonly (readonly [string, string, string?])[] = [
    ['Overview', at],
    ['Users', `${at}?section=users`, 'customers'],
    ['Licenses', `${at}?section=licenses`, 'keys'],
    ['Activity', `${at}?section=activity`, 'logs events'],
    ['Webhooks', `${at}?section=webhooks`, 'discord'],
    ['Blacklist', `${at}?section=blacklist`, 'block'],
    ['API Config', `${at}?section=api-config`, 'api key signing'],
    ['Messages', `${at}?section=messages`, 'texts'],
    ['License page', `${at}/licenses`, 'keys'],
    ['Selling', `${at}/selling`, 'presets features editions'],
    ['Live Sessions', `${at}?dialog=sessions`, 'online'],
    ['Settings', `${at}?dialog=settings`],
    ['Team', `${at}/settings/team`, 'members colleague invite'],
  ]
  return sections.map(([label, href, words]) => ({ ...page(label, href, words), detail: name, applicationId: id }))
}

/** Lists of an application that answer a question. */
export function presetEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  const at = `/app/${id}?section=`
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return [
    ['Users expiring this week', `${at}users&view=week&sort=expiresAt:asc`],
    ['Users who never signed in', `${at}users&view=never`],
    ['Failed sign-ins today', `${at}activity&success=false&from=${today.toISOString()}`],
  ].map(([label = '', href = '']) => ({
    ...page(label, href),
    ...{ detail: name, icon: <ListFilter {...icon} />, applicationId: id },
  }))
}

/** An application with what can be done with it. */
export function applicationEntry(application: OwnApplication): PaletteEntry {
  const { id, name } = application
  return {
    id: `application ${id}`,
    label: name,
    icon: <AppWindow {...icon} />,
    href: `/app/${id}`,
    applicationId: id,
    actions: applicationActions(application),
  }
}

/** What a viewer has no right to is greyed, with the reason. */
export function applicationActions(application: OwnApplication): readonly PaletteEntry[] {
  const { id, name, apiKey, can } = application
  const at = `/app/${id}?section=`
  const refusal = can.includes('manage') ? undefined : 'Needs the role Manager'
  const start = (label: string, href: string, words: string): PaletteEntry => ({
    ...{ id: href, label, words, href, refusal },
    detail: name,
    icon: <Plus {...icon} />,
    applicationId: id,
  })
  return [
    {
      id: `copy key ${id}`,
      label: 'Copy API key',
      detail: name,
      icon: <Copy {...icon} />,
      run: () => void copyKey(application),
      refusal: isMasked(apiKey) ? 'Needs the role Manager' : undefined,
      applicationId: id,
    },
    start('Add User', `${at}users&dialog=add-user`, 'new user create'),
    start('Create License', `${at}licenses&dialog=create-license`, 'new license generate key'),
    start('Add Webhook', `${at}webhooks&dialog=add-webhook`, 'new webhook discord'),
    start('Add to Blacklist', `${at}blacklist&dialog=add-entry`, 'new blacklist entry block'),
  ]
}

async function copyKey({ id, apiKey }: OwnApplication): Promise<void> {
  if (await copyWithToast(apiKey, 'API key')) noteKeyUse(id, 'copy')
}

/** Actions that need no application. */
export const generalActions: readonly PaletteEntry[] = [
  {
    id: 'new application',
    label: 'New Application',
    words: 'create add',
    href: '/?dialog=new-application',
    icon: <Plus {...icon} />,
  },
  {
    id: 'copy link',
    label: 'Copy link to this page',
    words: 'address url share',
    icon: <Link2 {...icon} />,
    run: () => void copyWithToast(location.href, 'Link'),
  },
]
