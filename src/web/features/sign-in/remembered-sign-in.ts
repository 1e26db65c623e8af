import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { decryptPassword, encryptPassword, fromText } from './encrypted-password.ts'
import {
  canRememberPassword,
  createLocalKeyShare,
  findLocalKeyShare,
  rememberKey,
  removeLocalKeyShare,
} from './remember-key.ts'

/** Storage keys of what the sign-in page fills in next time. Document 2, section 9. */
const names = { email: 'rememberedUsername', password: 'rememberedPassword' }

/** The email of the last sign-in with "Remember me"; blank when there is none. */
export function rememberedEmail(): string {
  return stored(names.email) ?? ''
}

/** The password of the last sign-in with "Remember me"; blank when the server has deleted its share. Never throws. */
export async function rememberedPassword(): Promise<string> {
  const sealed = stored(names.password)
  if (sealed === undefined || !canRememberPassword()) return ''
  try {
    const [half, { share }] = await Promise.all([findLocalKeyShare(), api('POST /api/auth/remember')])
    const bytes = fromText(share)
    if (half === undefined || bytes === undefined) return ''
    return (await decryptPassword(await rememberKey(half, bytes), sealed, location.origin)) ?? ''
  } catch (error) {
    if (error instanceof ApiError && error.code === 'remember_share_not_found') await forgetPassword()
    return ''
  }
}

/**
 * After a sign-in with "Remember me". `share` is the server's share of the key; without it only the email is stored.
 * Never throws: failing to remember must not fail the sign-in.
 */
export async function remember(email: string, password: string, share: string | undefined): Promise<void> {
  try {
    localStorage.setItem(names.email, email)
    const bytes = share === undefined ? undefined : fromText(share)
    if (bytes === undefined || !canRememberPassword()) return await forgetPassword()
    const key = await rememberKey(await createLocalKeyShare(), bytes)
    localStorage.setItem(names.password, await encryptPassword(key, password, location.origin))
  } catch {
    await forgetPassword()
  }
}

/** After a sign-in without "Remember me": removes what was stored. The server deletes its share itself. */
export async function forget(): Promise<void> {
  removeStored(names.email)
  await forgetPassword()
}

async function forgetPassword(): Promise<void> {
  removeStored(names.password)
  if (canRememberPassword()) await removeLocalKeyShare().catch(() => undefined)
}

function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function removeStored(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}
