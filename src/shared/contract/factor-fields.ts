import { z } from 'zod'

/** A code of an authenticator app or a recovery code, however it is grouped. */
export const FactorCode = z.string().min(1).max(64)

const Base64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'must be Base64url text')

/** What `navigator.credentials` asks for; made by the server, handed on by the page as it is. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

const credential = {
  id: Base64Url(1024).min(1),
  rawId: Base64Url(1024).min(1),
  type: z.literal('public-key'),
}

/** A passkey that was just made, as the browser's `toJSON` writes it; what is not named here is not looked at. */
export const NewPasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4096).min(1),
    attestationObject: Base64Url(16_384).min(1),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** The answer of a passkey to a challenge. */
export const PasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4096).min(1),
    authenticatorData: Base64Url(4096).min(1),
    signature: Base64Url(2048).min(1),
  }),
})
