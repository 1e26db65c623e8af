import type { SampleValues } from '../../shared/render-sample.ts'
import type { ApiReply } from '../api/client.ts'
import { isMasked } from '../ui/mask.ts'
import type { OwnApplication } from './use-choice.ts'

type SigningKeys = ApiReply<'GET /api/applications/:id/signing-keys'>

/** Where programs reach this server: as it says itself, or as this page did where it knows only its own machine. */
export function serverAddress(issuer: string | undefined, origin: string): string {
  if (issuer === undefined) return origin
  return isOwnMachine(issuer) && !isOwnMachine(origin) ? origin + new URL(issuer).pathname.replace(/\/$/, '') : issuer
}

const isOwnMachine = (address: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)

/** What stands in the samples of an application; without one the placeholders, but for this server's address. */
export function sampleValues(
  application: OwnApplication | undefined,
  keys: SigningKeys | undefined,
  origin: string,
): SampleValues {
  return {
    ORIGIN: serverAddress(keys?.issuer, origin),
    ...(application !== undefined && {
      APP_VERSION: application.version,
      HWID_SALT: `keywright-app-${application.id}`,
      ...(!isMasked(application.apiKey) && { API_KEY: application.apiKey }),
    }),
    ...(keys !== undefined && { PUBLIC_KEY: keys.current.publicKey, NEXT_PUBLIC_KEY: keys.next.publicKey }),
  }
}
