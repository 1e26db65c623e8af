/**
 * The server saw no session cookie when it sent this page: asking who is signed in could only be refused, and the
 * browser would tell of it in the console. A development server leaves the placeholder, which says nothing.
 */
export function cameWithoutSession(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'
}
