/** What a webhook's receiver understands: our own signed JSON, or the message of a chat. */
export const webhookFormats = ['json', 'discord', 'slack', 'telegram'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

const chats = [
  ['discord', /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/, /^\/api\/(?:v\d{1,2}\/)?webhooks\//],
  ['slack', /^hooks\.slack(?:-gov)?\.com$/, /^\/(?:services|workflows|triggers)\//],
  ['telegram', /^api\.telegram\.org$/, /^\/bot[^/]+\/sendMessage$/],
] as const

/** The format that an address asks for by itself: a chat's where it is one of theirs, else JSON. */
export function formatOfUrl(address: string): WebhookFormat {
  if (!URL.canParse(address)) return 'json'
  const { hostname, pathname } = new URL(address)
  return chats.find(([, host, path]) => host.test(hostname) && path.test(pathname))?.[0] ?? 'json'
}
