import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, BookOpen, KeyRound, Search } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { Right } from '../../../shared/rights.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { type OwnApplication, useOwnApplications } from '../../api/use-own-applications.ts'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/commands.ts'
import { bestMatches, mostBest } from './best-matches.ts'
import { openedEntries } from './opened-entries.ts'
import {
  applicationActions,
  applicationEntry,
  generalActions,
  pageEntries,
  presetEntries,
  sectionEntries,
} from './page-entries.tsx'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'
import type { RunTask } from './palette-task.ts'
import { parseCommand } from './parse-command.ts'
import { licenseEntry, userEntry, webhookEntry } from './result-entries.tsx'
import { isKeyOf, secretKind } from './secret-kind.ts'
import { settingEntries } from './setting-entries.tsx'
import { useGuideSearch } from './use-guide-search.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const shownOpened = 5

export interface PaletteQuestion {
  readonly typed: string
  /** The application that is open. */
  readonly applicationId: number | undefined
  readonly run: RunTask
}

/** What the palette shows for a typed text, and how the search on the server goes. */
export function usePalette({ typed, applicationId, run }: PaletteQuestion) {
  const viewer = useCurrentUser()
  const client = useQueryClient()
  const { data: applications = [] } = useOwnApplications()
  const here = applications.find(({ id }) => id === applicationId)
  const command = parseCommand(useDeferredValue(typed))
  const { found, isLoading, error, retry } = usePaletteSearch(command.search, applicationId)
  const guide = useGuideSearch(typed)

  const canIn = (id: number): readonly Right[] =>
    (applications.find((each) => each.id === id) ?? client.getQueryData(applicationKeys.one(id)))?.can ?? []
  const users = found.users.map((user) => userEntry(user, canIn(user.applicationId), run))
  const licenses = found.licenses.map((license) => licenseEntry(license, canIn(license.applicationId), run))
  const webhooks = found.webhooks.map(webhookEntry)
  const local = {
    applications: applications.map(applicationEntry),
    pages: [...(here ? [...sectionEntries(here), ...presetEntries(here)] : []), ...pageEntries(viewer)],
    actions: [...(here ? applicationActions(here) : []), ...generalActions],
  }
  const secret = secretKind(command.search)
  const state = { isLoading, error, retry, isPartial: found.isPartial, secret }
  if (secret !== undefined) return { ...state, groups: [ofSecret(secret, command.search, applications, here)] }
  if (typed.trim() === '') return { ...state, groups: untyped(local) }

  // What is still shown of the letters before is not acted on: it may be somebody else.
  const subjects = isLoading ? [] : [...users, ...licenses]
  const remembered = command.search === typed.trim() ? openedEntries.get() : []
  const ofVerb =
    command.verb === ''
      ? []
      : [...subjects, ...remembered]
          .flatMap(({ actions = [] }) => actions)
          .filter(({ label }) => label.toLowerCase().startsWith(command.verb))
  const [best, actions, ...rest] = bestMatches(
    [
      { heading: texts.actions, entries: [...local.actions, ...local.applications.flatMap(copyKeyOf(here))] },
      { heading: texts.users, entries: users },
      { heading: texts.licenses, entries: licenses },
      { heading: texts.webhooks, entries: webhooks },
      { heading: texts.applications, entries: local.applications },
      { heading: texts.pages, entries: local.pages },
      { heading: texts.settings, entries: here ? settingEntries(here) : [] },
    ],
    command.search,
    applicationId,
  )
  const asked = unique(ofVerb)
  const groups: PaletteGroup[] = [
    // Who types an action means it, before the one it is about.
    asked.length > 0 ? { heading: texts.bestMatch, entries: asked.slice(0, mostBest) } : (best ?? noBest),
    { heading: texts.actions, entries: [...asked.slice(mostBest), ...(actions?.entries ?? [])] },
    ...(asked.length > 0 ? [{ heading: texts.found, entries: best?.entries ?? [] }] : []),
    ...rest.map((group) => ({
      ...group,
      entries: [...group.entries, ...showAllOf(group.heading, found, command.search, here)],
    })),
    {
      heading: texts.docs,
      entries: guide.map(({ href, title, page }) => ({
        id: `guide ${href}`,
        label: title,
        detail: page,
        icon: <BookOpen {...icon} />,
        href,
      })),
    },
  ]
  return { ...state, groups }
}

const noBest: PaletteGroup = { heading: texts.bestMatch, entries: [] }

const unique = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
]

/** Before anything is typed. */
function untyped(
  local: Record<'applications' | 'pages' | 'actions', readonly PaletteEntry[]>,
): readonly PaletteGroup[] {
  return [
    { heading: texts.recent, entries: openedEntries.get().slice(0, shownOpened) },
    { heading: texts.actions, entries: local.actions },
    { heading: texts.applications, entries: local.applications },
    { heading: texts.pages, entries: local.pages },
  ]
}

/** The keys of the other applications can be copied too. */
const copyKeyOf = (here: OwnApplication | undefined) => (entry: PaletteEntry) =>
  entry.applicationId === here?.id ? [] : (entry.actions ?? []).filter(({ id }) => id.startsWith('copy key'))

type Found = ReturnType<typeof usePaletteSearch>['found']

/** The whole list with this search, in the application that is open. A license key stays out of addresses. */
function showAllOf(heading: string, found: Found, search: string, here: OwnApplication | undefined): PaletteEntry[] {
  const section = heading === 'Users' ? 'users' : heading === 'Licenses' ? 'licenses' : undefined
  if (section === undefined || here === undefined || found[section].length === 0) return []
  if (found.licenses.some(({ match }) => match === 'whole')) return []
  return [
    {
      id: `all ${section}`,
      label: texts.showAllIn(section, here.name),
      icon: <Search {...icon} />,
      href: `/app/${here.id}?section=${section}&q=${encodeURIComponent(search)}`,
      applicationId: here.id,
    },
  ]
}

/** Where a key or token belongs, found in the browser. */
function ofSecret(
  kind: NonNullable<ReturnType<typeof secretKind>>,
  typed: string,
  applications: readonly OwnApplication[],
  here: OwnApplication | undefined,
): PaletteGroup {
  if (kind === 'API key') {
    const owners = applications.filter(({ apiKey }) => isKeyOf(apiKey, typed))
    return {
      heading: texts.apiKeys,
      entries: owners.map(({ id, name }) => ({
        id: `key ${id}`,
        label: texts.apiKeyOf(name),
        icon: <KeyRound {...icon} />,
        href: `/app/${id}?section=api-config`,
        applicationId: id,
      })),
    }
  }
  const place = kind === 'management token' ? { label: texts.managementTokens, href: '/account' } : sessionsOf(here)
  return {
    heading: texts.tokens,
    entries: place === undefined ? [] : [{ id: place.href, ...place, icon: <ArrowRight {...icon} /> }],
  }
}

const sessionsOf = (here: OwnApplication | undefined) =>
  here && { label: texts.liveSessionsOf(here.name), href: `/app/${here.id}?dialog=sessions` }
