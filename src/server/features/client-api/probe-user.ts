import type { UserFacts } from '../../store/hot-store.ts'
import type { Call, ClientApiDeps } from './call.ts'

type Caller = Pick<Call<unknown>, 'applicationId' | 'ip'>

/** What a look-up found, or how long this address has to wait because it asked for too many ids that nobody has. */
export type ProbedUser = { readonly user: UserFacts | undefined } | number

/**
 * Looks a user id up that anybody may send. It takes a place in the limit of unknown ids before the database is asked, so
 * that no more of them are looked up than may be, however many come at once.
 */
export function probeUser(deps: ClientApiDeps, caller: Caller, userId: number): ProbedUser | Promise<ProbedUser> {
  const place = deps.limits.unknownUser(caller.applicationId, caller.ip)
  // On SQLite neither waits: the read stays within the turn that many calls share.
  return place instanceof Promise ? place.then(lookUp) : lookUp(place)

  function lookUp(taken: Exclude<typeof place, Promise<unknown>>): ProbedUser | Promise<ProbedUser> {
    if (typeof taken === 'number') return taken
    const settle = (user: UserFacts | undefined): ProbedUser => {
      if (user) taken.giveBack()
      else taken.keep()
      return { user }
    }
    try {
      const found = deps.hot.userById(caller.applicationId, userId)
      return found instanceof Promise ? found.then(settle).finally(taken.giveBack) : settle(found)
    } catch (error) {
      taken.giveBack()
      throw error
    }
  }
}
