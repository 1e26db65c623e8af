import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { Call, ClientApiDeps } from '../client-call.ts'

type Caller = Pick<Call<unknown>, 'applicationId' | 'ip'>

/** The result of the lookup, or the wait in ms when this address asked for too many unknown IDs. */
export type UserLookup = { readonly user: UserFacts | undefined } | number

/**
 * Looks up a user ID that may be guessed. Reserves a slot in the limit of unknown IDs first, so concurrent requests
 * cannot enumerate more IDs than the limit allows.
 */
export function lookUpUser(deps: ClientApiDeps, caller: Caller, userId: number): UserLookup | Promise<UserLookup> {
  const reservation = deps.limits.unknownUser(caller.applicationId, caller.ip)
  // On SQLite neither waits: the read stays within the batch of this tick.
  return reservation instanceof Promise ? reservation.then(lookUp) : lookUp(reservation)

  function lookUp(taken: Exclude<typeof reservation, Promise<unknown>>): UserLookup | Promise<UserLookup> {
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
