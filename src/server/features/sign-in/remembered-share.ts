import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import { hashToken } from '../../lib/tokens.ts'
import { rememberMs } from './remember-device.ts'
import type { SignInContext } from './sign-in-context.ts'

type RememberedShare = Handlers<typeof signInRoutes>['POST /api/auth/remember']

/**
 * The server's half of the key against the device's cookie. That no other site gets it is the work of the cookie's
 * SameSite and of the check of every call's origin.
 */
export function rememberedShare({ stores, clock, cookies, limits, devices }: SignInContext): RememberedShare {
  return async ({ request, reply }) => {
    limits.takeRemember(devices.callerKey(request))
    const device = cookies.remember.read(request)
    const madeAfter = new Date(clock.nowMs() - rememberMs)
    const share = device === undefined ? undefined : await stores.remember.find(hashToken(device), madeAfter)
    if (share === undefined) {
      if (device !== undefined) cookies.remember.clear(reply)
      throw new Problem('remember_share_not_found')
    }
    return { share }
  }
}
