import type { Page } from 'playwright-core'

/** A reader as laptops have one: it knows its user and keeps one passkey. */
const reader = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number]
type Session = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

const credentialsOf = async (session: Session, authenticatorId: string) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials

/**
 * A fingerprint reader that goes from page to page with its passkey. It is plugged in late and out early: the session
 * with which axe runs takes it along when it ends.
 */
export function openFingerprintReader() {
  let kept: Credential | undefined
  return {
    async during(page: Page, act: () => Promise<void>): Promise<void> {
      const session = await page.context().newCDPSession(page)
      await session.send('WebAuthn.enable')
      const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: reader })
      if (kept) await session.send('WebAuthn.addCredential', { authenticatorId, credential: kept })
      await act()
      kept = (await credentialsOf(session, authenticatorId))[0]
      await session.detach()
    },
  }
}
