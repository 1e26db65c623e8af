/** Which calls each page of the reference in the guide has, by the anchor of the call; the first that fits. */
const areas = [
  ['bulk', /-api-applications-id-((users|licenses)-bulk|operations)/],
  ['sessions', /-api-applications-id-.*(sessions|login-check|inspection)/],
  ['users', /-api-applications-id-users/],
  ['licenses', /-api-applications-id-(licenses|presets|orders|offline-licenses)/],
  ['applications', /-api-(applications|stats)/],
  ['activity', /-api-activity-logs/],
  ['blacklist', /-api-blacklist/],
  ['webhooks', /-api-webhooks/],
  ['messages', /-api-custom-messages/],
] as const

/** A page of the reference, by what stands behind `api-` in its address. */
type ReferenceArea = (typeof areas)[number][0]

/** The anchor of a call: `POST /api/v1/login` is `call-post-api-v1-login`. */
export function callAnchor(method: string, path: string): string {
  return `call-${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
}

/** The page of the reference with the calls of this area; undefined for calls that no program makes. */
export function referenceArea(anchor: string): ReferenceArea | undefined {
  return areas.find(([, calls]) => calls.test(anchor))?.[0]
}

const clientAnchors: Readonly<Record<string, string>> = {
  'call-post-api-v1-register': 'register',
  'call-post-api-v1-login': 'log-in',
  'call-post-api-v1-verify': 'verify',
  'call-post-api-v1-session-track': 'start-a-session',
}

/** Where a call is explained: links to its former place on `/docs` lead there. */
export function referenceAddress(anchor: string): string {
  const client = clientAnchors[anchor]
  if (client !== undefined) return `/docs/api-client#${client}`
  const area = referenceArea(anchor)
  return area === undefined ? '/docs/management-api#without-a-token' : `/docs/api-${area}#${anchor}`
}
