import { KeyRound, UserRound, Webhook } from 'lucide-react'
import { type Right, roleNames, roleWith } from '../../../shared/rights.ts'
import * as areaTexts from '../../texts/commands.ts'
import { isNever } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { copyWithToast } from './copy-with-toast.ts'
import type { PaletteEntry } from './palette-entry.ts'
import type { FoundLicense, FoundUser, FoundWebhook, RunTask } from './palette-task.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What the viewer may do with an application. */
type Can = readonly Right[]

const refusalOf = (can: Can, right: Right): string | undefined =>
  can.includes(right) ? undefined : areaTexts.needsTheRole(roleNames[roleWith(right)])

const stateOf = ({ isBanned, isPaused, isActive }: FoundUser) =>
  [isBanned && areaTexts.banned, isPaused && areaTexts.paused, !isActive && areaTexts.inactive]
    .filter(Boolean)
    .join(', ')

const joined = (...texts: readonly (string | null | undefined)[]) => texts.filter(Boolean).join(' · ')

/** A user with what can be done with it. */
export function userEntry(user: FoundUser, can: Can, run: RunTask): PaletteEntry {
  const { id, applicationId, username, applicationName, match } = user
  const base = `/app/${applicationId}?section=users`
  return {
    id: `user ${id}`,
    label: username,
    detail: joined(stateOf(user), applicationName),
    icon: <UserRound {...icon} />,
    href: `${base}&user=${id}`,
    ...{ applicationId, match },
    actions: userActions(user, can, run),
  }
}

function userActions(user: FoundUser, can: Can, run: RunTask): readonly PaletteEntry[] {
  const { id, username, isPaused, isBanned, hwid, effectiveExpiresAt, expiresAt, applicationName } = user
  const action = (key: string, label: string, act: () => void, right?: Right): PaletteEntry => ({
    id: `${key} user ${id}`,
    label,
    detail: applicationName,
    icon: <UserRound {...icon} />,
    run: act,
    refusal: right && refusalOf(can, right),
    applicationId: user.applicationId,
  })
  const ban = (reach: 'user' | 'device' | 'everywhere', label: string) =>
    action(`ban ${reach}`, label, () => run({ kind: 'ban', user, reach }), 'help')
  const bans = isBanned
    ? [action('unban', areaTexts.unban(username), () => run({ kind: 'unban', user }), 'help')]
    : [
        ban('user', areaTexts.banOf(username)),
        ...(hwid === null ? [] : [ban('device', areaTexts.banWithHwid(username))]),
        ban('everywhere', areaTexts.banInAllMy(username)),
      ]
  const pause = isPaused
    ? action('unpause', areaTexts.resume(username), () => run({ kind: 'unpause', user }), 'help')
    : action('pause', areaTexts.pause(username), () => run({ kind: 'pause', user }), 'help')
  const isOfLicense = effectiveExpiresAt !== expiresAt
  return [
    pause,
    ...(hwid === null
      ? []
      : [action('reset', areaTexts.resetHwidOf(username), () => run({ kind: 'reset-hwid', user }), 'help')]),
    ...bans,
    ...(isNever(effectiveExpiresAt)
      ? []
      : [
          action(
            'extend',
            isOfLicense ? areaTexts.extendTheLicenseOf(username) : areaTexts.extend(username),
            () => run({ kind: 'extend-user', user }),
            isOfLicense ? 'manage' : 'help',
          ),
        ]),
    action('copy', areaTexts.copyIdOf(username), () => void copyWithToast(String(id), areaTexts.userId)),
  ]
}

/** A license with what can be done with it. Its key stays out of the address. */
export function licenseEntry(license: FoundLicense, can: Can, run: RunTask): PaletteEntry {
  const { id, applicationId, licenseKey, description, applicationName, match } = license
  return {
    id: `license ${id}`,
    label: shortLicenseKey(licenseKey),
    detail: joined(description, applicationName),
    words: description,
    icon: <KeyRound {...icon} />,
    href: `/app/${applicationId}/licenses?license=${id}`,
    ...{ applicationId, match },
    actions: licenseActions(license, can, run),
  }
}

function licenseActions(license: FoundLicense, can: Can, run: RunTask): readonly PaletteEntry[] {
  const { id, applicationId, licenseKey, isActive, expiresAt, currentUsers, applicationName } = license
  const key = shortLicenseKey(licenseKey)
  const action = (name: string, label: string, right: Right, act: () => void): PaletteEntry => ({
    id: `${name} license ${id}`,
    label,
    detail: applicationName,
    icon: <KeyRound {...icon} />,
    run: act,
    refusal: refusalOf(can, right),
    applicationId,
  })
  return [
    action('copy', areaTexts.copyKeyOf(key), 'keys', () => void copyWithToast(licenseKey, areaTexts.licenseKey)),
    ...(isNever(expiresAt)
      ? []
      : [action('extend', areaTexts.extendOf(key), 'manage', () => run({ kind: 'extend-license', license }))]),
    action('switch', `${isActive ? areaTexts.disable : areaTexts.enable} ${key}`, 'manage', () =>
      run({ kind: 'switch-license', license }),
    ),
    {
      id: `users license ${id}`,
      label: areaTexts.usersOf(key),
      detail: `${currentUsers}`,
      icon: <UserRound {...icon} />,
      href: `/app/${applicationId}?section=users&license=${id}`,
      applicationId,
    },
  ]
}

export function webhookEntry({ id, applicationId, applicationName, url, isActive, match }: FoundWebhook): PaletteEntry {
  const href =
    applicationId === null ? `/webhooks?webhook=${id}` : `/app/${applicationId}?section=webhooks&webhook=${id}`
  return {
    id: `webhook ${id}`,
    label: url.replace(/^https?:\/\//, ''),
    detail: joined(isActive ? '' : areaTexts.inactive, applicationName ?? areaTexts.allApplications),
    icon: <Webhook {...icon} />,
    href,
    ...{ applicationId, match },
  }
}
