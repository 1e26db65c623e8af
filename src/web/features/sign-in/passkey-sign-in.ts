import { api } from '../../api/client.ts'
import { askPasskey } from '../../api/passkey.ts'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'

/** Signs in with whichever passkey of this server the user picks. Throws the refusal, or that none was picked. */
export async function signInWithPasskey(): Promise<void> {
  await retrySignOut()
  const passkey = await askPasskey(await api('POST /api/auth/passkey/options'))
  const { user } = await api('POST /api/auth/passkey', { body: { passkey } })
  markLoggedIn(user.email)
}
