import { canonical, isWorthlessHwid } from '../../lib/canonical.ts'
import type { UserFacts } from '../../store/hot-store.ts'
import type { ClientContext } from './context.ts'
import type { LoginFacts } from './decide-login.ts'

interface Sent {
  readonly ip: string
  readonly usernameKey: string
  readonly version?: string | undefined
  readonly hwid?: string | undefined
}

/** What decides a login: of a call that came in, or of one that somebody asks about. */
export function loginFacts(context: ClientContext, user: UserFacts | undefined, sent: Sent, now: Date): LoginFacts {
  const { ip, usernameKey, version, hwid } = sent
  return {
    application: context.application,
    blacklist: context.blacklist,
    ip,
    usernameKey,
    clientVersion: version,
    hwid,
    hwidKey: hwid && canonical(hwid),
    // Only what is to be bound has to be worth something.
    isHwidWorthless: user?.hwid == null && (hwid === undefined || isWorthlessHwid(hwid)),
    user,
    isPasswordRight: undefined,
    nowMs: now.getTime(),
  }
}
