import { useEffect } from 'react'
import { enhanceLanding } from '../features/landing/enhance-landing.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'

/** `/` for those who have just signed out here: the same as what the server sends a visitor. */
export function StartPage() {
  useEffect(() => {
    document.title = 'Keywright'
    return enhanceLanding(document)
  }, [])
  return <LandingPage />
}
