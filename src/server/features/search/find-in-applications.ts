import { foundOfEach } from '../../../shared/contract/search.ts'
import { type MatchKind, matchOf } from '../../../shared/search-match.ts'
import { canonical } from '../../lib/canonical.ts'
import type { SeenApplication } from '../../store/applications/seen-applications.ts'
import type { Stores } from '../../store/index.ts'
import type { License } from '../../store/licenses/licenses.ts'
import type { AppUser } from '../../store/users/app-users.ts'

interface FoundIn {
  readonly applicationId: number
  readonly application: SeenApplication
  readonly match: MatchKind
}

type FoundUser = AppUser & FoundIn
type FoundLicense = License & FoundIn

/** By ID. What is found is kept at once: the search may be given up before it is complete. */
export interface Findings {
  readonly users: Map<number, FoundUser>
  readonly licenses: Map<number, FoundLicense>
}

type UserStores = Pick<Stores, 'appUsers'>

/** Users with the ID, or by the beginning of a value: one range of an index each. */
export async function findUsersBeginning(
  { appUsers }: UserStores,
  places: readonly SeenApplication[],
  text: string,
  found: Findings,
): Promise<void> {
  for (const place of places) keep(found, place, text, await appUsers.beginning(place.id, text, foundOfEach))
}

/** Users by any part of a value, which reads an application's users, until so many are found. Large ones are left out. */
export async function findUsersContaining(
  { appUsers }: UserStores,
  places: readonly SeenApplication[],
  text: string,
  enough: number,
  found: Findings,
): Promise<void> {
  for (const place of places) {
    if (found.users.size >= enough) return
    keep(found, place, text, await appUsers.containing(place.id, text, foundOfEach))
  }
}

function keep({ users }: Findings, application: SeenApplication, text: string, found: readonly AppUser[]): void {
  for (const user of found) {
    const { id, username, email, hwid, lastLoginIp } = user
    const keys = [username, email, hwid].map((value) => value && canonical(value))
    const match = matchOf([String(id), lastLoginIp, ...keys], canonical(text)) ?? 'part'
    users.set(id, { ...user, applicationId: application.id, application, match })
  }
}

/** The licenses with this whole key or ID. */
export async function findWholeLicenses(
  stores: Pick<Stores, 'licenses'>,
  places: readonly SeenApplication[],
  text: string,
  { licenses }: Findings,
): Promise<void> {
  const byId = new Map(places.map((application) => [application.id, application]))
  for (const license of await stores.licenses.findIn([...byId.keys()], text)) {
    const application = byId.get(license.applicationId)
    if (application) licenses.set(license.id, { ...license, application, match: 'whole' })
  }
}

/** Licenses by a part of their description, until so many are found; false when a large application was not read whole. */
export async function findDescribedLicenses(
  stores: Pick<Stores, 'licenses'>,
  places: readonly SeenApplication[],
  text: string,
  enough: number,
  { licenses }: Findings,
): Promise<boolean> {
  let isWhole = true
  for (const application of places) {
    if (licenses.size >= enough) break
    const { rows, next } = await stores.licenses.list(application.id, { q: text }, newestFirst, undefined, foundOfEach)
    if (next && rows.length < foundOfEach) isWhole = false
    for (const license of rows) {
      if (licenses.has(license.id)) continue
      const match = matchOf([canonical(license.description)], canonical(text)) ?? 'part'
      licenses.set(license.id, { ...license, applicationId: application.id, application, match })
    }
  }
  return isWhole
}

const newestFirst = 'createdAt:desc'
