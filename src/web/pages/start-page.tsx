import { useEffect } from 'react'
import { enlivenLanding } from '../features/landing/enliven-landing.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'

/** `/` for those who have just signed out here: the same as what the server sends a visitor. */
export function StartPage() {
  useEffect(() => {
    document.title = 'Keywright'
    return enlivenLanding(document)
  }, [])
  return <LandingPage />
}
