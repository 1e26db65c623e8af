import { callGroups, groupOf } from '../src/shared/call-groups.ts'
import { contract } from '../src/shared/contract/index.ts'
import type { RouteDef } from '../src/shared/contract/route.ts'
import { outcomes } from '../src/shared/outcomes.ts'
import { guideGroups } from './guide-pages.ts'

/** What a language model reads first (llmstxt.org): how to start, the calls, their codes, and where everything is. */
export function llmsText(): string {
  return [
    '# Keywright',
    '> Self-hosted licensing and login for the software you sell: users, license keys, hardware locks, blacklists, sessions, webhooks. Every page linked below is Markdown.',
    '## Start',
    start,
    '## Calls of your software',
    'POST with JSON and the header `X-API-Key`. `success` and `code` tell what happened; `message` is for people and can be changed by the maker.',
    clientCalls(),
    '## Calls of your own programs',
    'With `Authorization: Bearer kwt_…`, a token made in the account settings. Lists take `limit` and `cursor`; `Link` has the next page. Calls that create take an `Idempotency-Key`.',
    managementCalls(),
    '## Codes',
    codes(),
    '## Everything',
    '- [OpenAPI 3.1](/api/openapi.json): every call, field and refusal\n- [Postman collection](/api/postman.json)',
    ...guideGroups.map(({ title, pages }) =>
      [`### ${title}`, pages.map(({ slug, label }) => `- [${label}](/docs/${slug}.md)`).join('\n')].join('\n\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

const start = [
  '1. `npm start` prints a link: open it and choose a password.',
  '2. Create an application; copy its API key.',
  '3. Add a user, or create a license key.',
  '4. `POST /api/v1/login` with `{"username", "password", "version", "hwid"}`.',
  '5. Ship the [sample of your language](/docs/samples.md): it verifies signed responses and sends heartbeats.',
].join('\n')

const calls = Object.entries<RouteDef>(contract)

const clientCalls = () =>
  calls
    .filter(([, { auth }]) => auth === 'api-key')
    .map(([key, { summary }]) => `- \`${key}\`: ${summary}`)
    .join('\n')

/** Per group its paths, each with its methods; `…` is the application's own path. */
function managementCalls(): string {
  const lines = new Map<string, Map<string, string[]>>()
  for (const [key, route] of calls) {
    if (route.token === undefined || route.token === 'none') continue
    const [method = '', path = ''] = key.split(' ')
    const group = lines.get(groupOf(key, route)) ?? new Map<string, string[]>()
    const shown = path.replace('/api/applications/:id/', '…/')
    group.set(shown, [...(group.get(shown) ?? []), method])
    lines.set(groupOf(key, route), group)
  }
  const groups = Object.entries(callGroups).flatMap(([name, { title }]) => {
    const paths = [...(lines.get(name) ?? [])].map(([path, methods]) => `\`${methods.join(' ')} ${path}\``)
    return paths.length === 0 ? [] : [`- ${title}: ${paths.join(', ')}`]
  })
  return ['`…` stands for `/api/applications/:id`.', groups.join('\n')].join('\n\n')
}

/** Refusals of the client API by their status; what to do with each is on the page of the codes. */
function codes(): string {
  const byStatus = new Map<number, Set<string>>()
  for (const { code, status } of Object.values(outcomes)) {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  const lines = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, names]) => `- ${status}: ${[...names].map((name) => `\`${name}\``).join(', ')}`)
  return ['What each means, and what to do: [Codes and errors](/docs/errors.md).', lines.join('\n')].join('\n\n')
}
