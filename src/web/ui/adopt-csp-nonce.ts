import { setNonce } from 'get-nonce'

/**
 * Hands the nonce of this answer to the scroll lock of dialogs, whose style sheet the browser would refuse otherwise
 * (silently: the page behind would scroll). Call once, before React starts: `adoptCspNonce()`.
 */
export function adoptCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) setNonce(nonce)
}
