import { api } from '../api/client.ts'
import { isLogoutUnsent, markLoggedOut, markLogoutSent } from './sign-in-flags.ts'

const waitMs = 5000

let sending: Promise<void> | undefined

/** Signs out and goes to the start page, even when the request fails: `retrySignOut` sends it again later. */
export async function signOut(): Promise<void> {
  markLoggedOut()
  await send()
  location.assign('/')
}

/** Retries an unsent sign-out; awaited before a new sign-in. */
export async function retrySignOut(): Promise<void> {
  if (isLogoutUnsent()) await send()
}

/** One request at a time; never throws. */
function send(): Promise<void> {
  sending ??= api('POST /api/logout', undefined, { signal: AbortSignal.timeout(waitMs) })
    .then(markLogoutSent, () => undefined)
    .finally(() => {
      sending = undefined
    })
  return sending
}
