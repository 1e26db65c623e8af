import type { Call, ClientApiDeps } from '../client-call.ts'

type Caller = Pick<Call<unknown>, 'applicationId' | 'ip'>

/** The result of the lookup, or the wait in ms when this address asked for too many unknown IDs. */
export type UserLookup<User> = { readonly user: User | undefined } | number

type ReadUser<User> = (applicationId: number, userId: number) => User | undefined | Promise<User | undefined>

/**
 * Looks up a user ID that may be guessed. Reserves a slot in the limit of unknown IDs first, so concurrent requests
 * cannot enumerate more IDs than the limit allows.
 */
export function lookUpUser<User extends object>(
  deps: Pick<ClientApiDeps, 'limits'>,
  read: ReadUser<User>,
  caller: Caller,
  userId: number,
): UserLookup<User> | Promise<UserLookup<User>> {
  const reservation = deps.limits.unknownUser(caller.applicationId, caller.ip)
  // On SQLite neither waits: the read stays within the batch of this tick.
  return reservation instanceof Promise ? reservation.then(lookUp) : lookUp(reservation)

  function lookUp(taken: Exclude<typeof reservation, Promise<unknown>>): UserLookup<User> | Promise<UserLookup<User>> {
    if (typeof taken === 'number') return taken
    const countIfUnknown = (user: User | undefined): UserLookup<User> => {
      if (user) taken.release()
      else taken.commit()
      return { user }
    }
    try {
      const found = read(caller.applicationId, userId)
      return found instanceof Promise ? found.then(countIfUnknown).finally(taken.release) : countIfUnknown(found)
    } catch (error) {
      taken.release()
      throw error
    }
  }
}
