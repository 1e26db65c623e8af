import { useEffect } from 'react'
import { enhanceLanding } from '../features/landing/enhance-landing.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'
import * as texts from '../texts/pages.ts'

/** `/` right after signing out: the same page that the server sends to visitors. */
export function StartPage() {
  useEffect(() => {
    document.title = texts.keywright
    return enhanceLanding(document)
  }, [])
  return <LandingPage sourceAddress={import.meta.env.SOURCE_ADDRESS} />
}
