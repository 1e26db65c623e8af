import { foundOfEach, type searchRoutes } from '../../../shared/contract/search.ts'
import { compareRanked, type MatchKind, type Ranked } from '../../../shared/search-match.ts'
import { readWithin } from '../../db/open.ts'
import { findApplication, maySee, ownApplications } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { refuseFor } from '../../http/limits/rate-limit.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { canonical } from '../../lib/canonical.ts'
import { licenseView } from '../../operations/license-view.ts'
import type { SeenApplication } from '../../store/applications/seen-applications.ts'
import {
  type Findings,
  findDescribedLicenses,
  findUsersBeginning,
  findUsersContaining,
  findWholeLicenses,
} from './find-in-applications.ts'

interface SearchDeps extends Pick<Dashboard, 'stores'> {
  readonly limiters: Limiters
  readonly findWebhooks: FindWebhooks
}

/** The webhooks that the caller sees, by what they see of the URL. */
type FindWebhooks = (
  caller: Caller,
  text: string,
  here: SeenApplication | undefined,
) => Promise<{ readonly rows: readonly FoundWebhook[]; readonly isWhole: boolean }>

interface FoundWebhook {
  readonly id: number
  readonly applicationId: number | null
  readonly url: string
  readonly isActive: boolean
  readonly match: MatchKind
}

/** What is found by then is the response. */
const searchMs = 300
/** Applications that are searched beside the one that is open. */
const othersSearched = 50

/** Finds users, licenses and webhooks in all applications of the caller. */
export function searchHandlers({ stores, limiters, findWebhooks }: SearchDeps): Handlers<typeof searchRoutes> {
  const limit = limiters.window<number>('searches')

  /** The application that is open, then those with the latest activity; whether these are all. */
  const placesOf = async (caller: Caller, here: SeenApplication | undefined) => {
    const others = (await ownApplications(stores, caller, 'look')).filter(({ id }) => id !== here?.id)
    const lastAt = await stores.activity.lastOf(others.map(({ id }) => id))
    const atOf = ({ id }: SeenApplication) => lastAt.get(id)?.getTime() ?? 0
    const latest = [...others].sort((a, b) => atOf(b) - atOf(a) || b.id - a.id)
    return {
      places: [...(here ? [here] : []), ...latest.slice(0, othersSearched)],
      areAll: latest.length <= othersSearched,
      nameOf: (id: number | null) => [here, ...others].find((each) => each?.id === id)?.name ?? null,
    }
  }

  /** Fills in what is found; false when not everything was searched. */
  const fill = async (caller: Caller, text: string, here: SeenApplication | undefined, found: Found) => {
    if (canonical(text) === '') return true
    const { places, areAll, nameOf } = await placesOf(caller, here)
    const webhooks = await findWebhooks(caller, text, here)
    found.webhooks.push(...webhooks.rows.map((row) => ({ ...row, applicationName: nameOf(row.applicationId) })))
    await findWholeLicenses(stores, places, text, found)
    await findUsersBeginning(stores, places, text, found)
    const others = here ? places.slice(1) : places
    // What is here comes before what is elsewhere, however well that fits.
    if (here) await findUsersContaining(stores, [here], text, Number.POSITIVE_INFINITY, found)
    const isHereWhole = here ? await findDescribedLicenses(stores, [here], text, Number.POSITIVE_INFINITY, found) : true
    await findUsersContaining(stores, others, text, foundOfEach, found)
    const areOthersWhole = await findDescribedLicenses(stores, others, text, foundOfEach, found)
    return areAll && webhooks.isWhole && isHereWhole && areOthersWhole
  }

  return {
    'POST /api/search': async ({ caller, body: { q, applicationId } }) => {
      refuseFor(limit.take(caller.accountId))
      const here = applicationId == null ? undefined : await findApplication(stores, caller, applicationId, 'look')
      const found: Found = { users: new Map(), licenses: new Map(), webhooks: [] }
      const isWhole = await readWithin(searchMs, () => fill(caller, q.trim(), here, found))
      const ranked = rankedAt(here?.id)
      return {
        users: ranked(found.users.values()).map(({ application, ...user }) => ({
          ...user,
          applicationName: application.name,
        })),
        licenses: ranked(found.licenses.values()).map(({ application, ...license }) => ({
          ...licenseView(application, license, maySee(caller, application, 'licenseKey')),
          applicationName: application.name,
        })),
        webhooks: ranked(found.webhooks),
        isPartial: isWhole !== true,
      }
    },
  }
}

interface Found extends Findings {
  readonly webhooks: (FoundWebhook & { readonly applicationName: string | null })[]
}

type Placed = Omit<Ranked, 'isHere'> & { readonly applicationId: number | null }

/** The best few of what was found, with this application open. */
const rankedAt =
  (hereId: number | undefined) =>
  <Row extends Placed>(rows: Iterable<Row>): Row[] => {
    const placed = (row: Row) => ({ match: row.match, isHere: hereId !== undefined && row.applicationId === hereId })
    return [...rows].sort((a, b) => compareRanked(placed(a), placed(b))).slice(0, foundOfEach)
  }
