import { api } from '../../api/client.ts'
import { askPasskey } from '../../api/passkey.ts'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'

/** Signs in with any passkey of this server. Throws the server's error, or that no passkey was chosen. */
export async function signInWithPasskey(): Promise<void> {
  await retrySignOut()
  const passkey = await askPasskey(await api('POST /api/auth/passkey/options'))
  const { user } = await api('POST /api/auth/passkey', { body: { passkey } })
  markLoggedIn(user.email)
}
