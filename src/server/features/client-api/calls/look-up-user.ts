import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { Call, ClientApiDeps } from '../client-call.ts'

type Caller = Pick<Call<unknown>, 'applicationId' | 'ip'>

/** What a look-up found, or how long this address has to wait because it asked for too many ids that nobody has. */
export type UserLookup = { readonly user: UserFacts | undefined } | number

/**
 * Looks a user id up that anybody may send. It takes a place in the limit of unknown ids before the database is asked, so
 * that no more of them are looked up than may be, however many come at once.
 */
export function lookUpUser(deps: ClientApiDeps, caller: Caller, userId: number): UserLookup | Promise<UserLookup> {
  const place = deps.limits.unknownUser(caller.applicationId, caller.ip)
  // On SQLite neither waits: the read stays within the turn that many calls share.
  return place instanceof Promise ? place.then(lookUp) : lookUp(place)

  function lookUp(taken: Exclude<typeof place, Promise<unknown>>): UserLookup | Promise<UserLookup> {
    if (typeof taken === 'number') return taken
    const countIfUnknown = (user: UserFacts | undefined): UserLookup => {
      if (user) taken.release()
      else taken.commit()
      return { user }
    }
    try {
      const found = deps.hot.userById(caller.applicationId, userId)
      return found instanceof Promise ? found.then(countIfUnknown).finally(taken.release) : countIfUnknown(found)
    } catch (error) {
      taken.release()
      throw error
    }
  }
}
