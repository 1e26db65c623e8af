import { api } from '../api/client.ts'
import { isLogoutUnsent, markLoggedOut, markLogoutSent } from './sign-in-flags.ts'

const waitMs = 5000

let sending: Promise<void> | undefined

/** Signs out and goes to the start page, also when the server cannot be told now: `repeatSignOut` does that later. */
export async function signOut(): Promise<void> {
  markLoggedOut()
  await send()
  location.assign('/')
}

/** Tells the server of a sign-out that it has not heard of. Settles before anybody may sign in again. */
export async function retrySignOut(): Promise<void> {
  if (isLogoutUnsent()) await send()
}

/** One call at a time; never throws. */
function send(): Promise<void> {
  sending ??= api('POST /api/logout', undefined, { signal: AbortSignal.timeout(waitMs) })
    .then(markLogoutSent, () => undefined)
    .finally(() => {
      sending = undefined
    })
  return sending
}
