import { AppWindow, ArrowRight, Copy, Link2, ListFilter, Plus } from 'lucide-react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import { isPage } from '../../../shared/pages.ts'
import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import type { OwnApplication } from '../../api/use-own-applications.ts'
import { noteKeyUse } from '../../common/api-key-use.ts'
import type { CurrentUser } from '../../session/session.ts'
import * as areaTexts from '../../texts/commands.ts'
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
  [areaTexts.dashboard, '/', areaTexts.homeOverviewApplications],
  [areaTexts.activityLogs, '/activity-logs', areaTexts.eventsLogins],
  [areaTexts.auditLog, '/activity-logs?tab=audit', 'changes'],
  [areaTexts.webhooks, '/webhooks', areaTexts.discordSlackTelegram],
  [areaTexts.blacklist, '/blacklist', 'block'],
  [areaTexts.customMessages, '/custom-messages', 'texts'],
  [areaTexts.documentation, '/docs', areaTexts.helpGuide],
  [areaTexts.integrationExamples, '/integration', areaTexts.codeSamples],
  [areaTexts.codeTemplates, '/code-templates', 'samples'],
  [areaTexts.account, '/account', areaTexts.passwordTwoFactorPasskeys],
  [areaTexts.userManagement, '/user-management', areaTexts.dashboardUsers, 'manage_users'],
  [areaTexts.codeEditor, '/code-editor', 'files', 'edit_code'],
]

/** The pages that this person may open. */
export function pageEntries(viewer: CurrentUser): readonly PaletteEntry[] {
  return pages
    .filter(
      ([, href, , permission]) =>
        isPage(href.replace(/\?.*/, '')) && (permission === undefined || hasPermission(viewer, permission)),
    )
    .map(([label, href, words]) => page(label, href, words))
    .concat(viewer.role === 'owner' ? [page(areaTexts.system, '/system', areaTexts.backupsServer)] : [])
}

/** The screens of an application. */
export function sectionEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  const at = `/app/${id}`
  const sections: readonly (readonly [string, string, string?])[] = [
    [areaTexts.overview, at],
    [areaTexts.users, `${at}?section=users`, 'customers'],
    [areaTexts.licenses, `${at}?section=licenses`, 'keys'],
    [areaTexts.activity, `${at}?section=activity`, areaTexts.logsEvents],
    [areaTexts.webhooks, `${at}?section=webhooks`, 'discord'],
    [areaTexts.blacklist, `${at}?section=blacklist`, 'block'],
    [areaTexts.apiConfig, `${at}?section=api-config`, areaTexts.apiKeySigning],
    [areaTexts.messages, `${at}?section=messages`, 'texts'],
    [areaTexts.licensePage, `${at}/licenses`, 'keys'],
    [areaTexts.selling, `${at}/selling`, areaTexts.presetsFeaturesEditions],
    [areaTexts.liveSessions, `${at}?dialog=sessions`, 'online'],
    [areaTexts.settings, `${at}?dialog=settings`],
    [areaTexts.team, `${at}/settings/team`, areaTexts.membersColleagueInvite],
  ]
  return sections.map(([label, href, words]) => ({ ...page(label, href, words), detail: name, applicationId: id }))
}

/** Lists of an application that answer a question. */
export function presetEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  const at = `/app/${id}?section=`
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return [
    [areaTexts.usersExpiringThisWeek, `${at}users&view=week&sort=expiresAt:asc`],
    [areaTexts.usersWhoNeverLogged, `${at}users&view=never`],
    [areaTexts.failedLoginsToday, `${at}activity&success=false&from=${today.toISOString()}`],
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
  const refusal = can.includes('manage') ? undefined : areaTexts.needsTheRoleManager
  const start = (label: string, href: string, words: string): PaletteEntry => ({
    ...{ id: href, label, words, href, refusal },
    detail: name,
    icon: <Plus {...icon} />,
    applicationId: id,
  })
  return [
    {
      id: `copy key ${id}`,
      label: areaTexts.copyApiKey,
      detail: name,
      icon: <Copy {...icon} />,
      run: () => void copyKey(application),
      refusal: isMasked(apiKey) ? areaTexts.needsTheRoleManager : undefined,
      applicationId: id,
    },
    start(areaTexts.addUser, `${at}users&dialog=add-user`, areaTexts.newUserCreate),
    start(areaTexts.createLicense, `${at}licenses&dialog=create-license`, areaTexts.newLicenseGenerateKey),
    start(areaTexts.addWebhook, `${at}webhooks&dialog=add-webhook`, areaTexts.newWebhookDiscord),
    start(areaTexts.addToBlacklist, `${at}blacklist&dialog=add-entry`, 'new blacklist entry block'),
  ]
}

async function copyKey({ id, apiKey }: OwnApplication): Promise<void> {
  if (await copyWithToast(apiKey, areaTexts.apiKey)) noteKeyUse(id, 'copy')
}

/** Actions that need no application. */
export const generalActions: readonly PaletteEntry[] = [
  {
    id: 'new application',
    label: areaTexts.newApplicationText,
    words: areaTexts.createAdd,
    href: '/?dialog=new-application',
    icon: <Plus {...icon} />,
  },
  {
    id: 'copy link',
    label: areaTexts.copyLinkToThis,
    words: areaTexts.addressUrlShare,
    icon: <Link2 {...icon} />,
    run: () => void copyWithToast(location.href, areaTexts.link),
  },
]
