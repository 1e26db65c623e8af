import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../lib/tokens.ts'
import type { SignInContext } from './sign-in-context.ts'

type SignOutDeps = Pick<SignInContext, 'stores' | 'cookies'>

/** Ends the session of the request's cookie and clears the cookie; does nothing without a session. */
export async function signOut(
  { stores, cookies }: SignOutDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = cookies.session.read(request)
  if (token === undefined) return
  await stores.transaction((tx) => tx.sessions.remove(hashToken(token)))
  cookies.session.clear(reply)
}

/** Signs out when a link of the product is followed; a foreign link or a prefetch gets a confirmation page. */
export function signOutByLink(deps: SignOutDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isOwnNavigation(request)) return sendConfirmationPage(reply)
    await signOut(deps, request, reply)
    return reply.redirect('/', 303)
  }
}

/** Neither other sites nor prefetching browsers may sign a user out. */
function isOwnNavigation({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  const isAhead = [headers['sec-purpose'], headers.purpose].some((purpose) => purpose?.includes('prefetch'))
  return !isAhead && (site === undefined || site === 'same-origin' || site === 'none')
}

/** With a success status, a browser could show the prefetched page instead of the real response. */
function sendConfirmationPage(reply: FastifyReply): FastifyReply {
  return reply
    .status(403)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'")
    .send(confirmationPage)
}

/** The link comes from this origin, so following it signs out. */
const confirmationPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="dark light"><title>Sign out</title></head>
<body>
<h1>Sign out?</h1>
<p>This request came from another site or was made ahead of time. You are still signed in.</p>
<p><a href="/api/logout">Sign out</a> or <a href="/">go back to the dashboard</a>.</p>
</body>
</html>
`
