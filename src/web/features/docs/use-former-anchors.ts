import { useEffect } from 'react'
import { referenceAddress } from '../../../shared/reference-pages.ts'

/** All calls stood on this page once, each with an anchor: such a link leads to the call's place in the guide. */
export function useFormerAnchors(): void {
  useEffect(() => {
    const anchor = window.location.hash.slice(1)
    if (anchor.startsWith('call-')) window.location.replace(referenceAddress(anchor))
  }, [])
}
