/** The format that a webhook's receiver expects: our own signed JSON, or a chat message. */
export const webhookFormats = ['json', 'discord', 'slack', 'telegram'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

const chats = [
  ['discord', /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/, /^\/api\/(?:v\d{1,2}\/)?webhooks\//],
  ['slack', /^hooks\.slack(?:-gov)?\.com$/, /^\/(?:services|workflows|triggers)\//],
  ['telegram', /^api\.telegram\.org$/, /^\/bot[^/]+\/sendMessage$/],
] as const

/** The format that follows from a URL: a chat's if it is one of its URLs, else JSON. */
export function formatOfUrl(address: string): WebhookFormat {
  if (!URL.canParse(address)) return 'json'
  const { hostname, pathname } = new URL(address)
  return chats.find(([, host, path]) => host.test(hostname) && path.test(pathname))?.[0] ?? 'json'
}
