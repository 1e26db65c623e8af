import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

interface Options {
  readonly challenge: string
}

/** The user closed the browser's dialog, or no passkey matched. */
class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

/** Creates a passkey in the browser, from the server's options. */
export async function makePasskey(options: Options) {
  const { id, rawId, response } = await withReadableErrors(() =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  const named = { clientDataJSON, attestationObject, ...(transports && { transports: [...transports] }) }
  return { id, rawId, type: 'public-key' as const, response: named }
}

/** Signs the server's challenge with a passkey. */
export async function askPasskey(options: Options) {
  const { id, rawId, response } = await withReadableErrors(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, authenticatorData, signature } }
}

async function withReadableErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
      throw new Error('This device holds a passkey for this account already.')
    }
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') {
      throw new PasskeyCancelled('No passkey was used: the request was cancelled or took too long.')
    }
    throw error
  }
}
