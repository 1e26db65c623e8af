import type { Scenario } from './scenario.ts'
import type { Person, World } from './world.ts'

/** Fields of an answer that gives the sent token back. */
export const alive = (w: World) => ({ session_token: w.sent.at(-1)?.body.session_token })
/** A user locked to one machine. */
export const bound = { isHwidLocked: true, hwid: 'PC-1' }

/** A user locked to the first machine that logs in. */
export const unbound = { isHwidLocked: true }

/** Starts a session of a new user and returns what to do with it. */
export const inSession =
  (
    then: (w: World, token: string, user: Person) => ReturnType<Scenario['given']>,
    body: object = {},
  ): Scenario['given'] =>
  async (w) => {
    const user = await w.user()
    return then(w, await w.session(user, body), user)
  }
/** Settings that limit the sessions of a user. */
export const limited = (policy: string, sessionLimit = 2) => ({ sessionLimit, sessionLimitPolicy: policy })
