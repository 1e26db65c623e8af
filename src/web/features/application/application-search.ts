const sections = [
  'overview',
  'users',
  'licenses',
  'activity',
  'webhooks',
  'blacklist',
  'api-config',
  'messages',
] as const
export type Section = (typeof sections)[number]

/** Dialogs that the address can open. */
const dialogs = [
  'settings',
  'add-user',
  'create-license',
  'add-entry',
  'import-entries',
  'add-webhook',
  'rotate-key',
  'sessions',
] as const
export type ApplicationDialog = (typeof dialogs)[number]

/** Filters of the open section's list. Each list ignores words it doesn't know. */
const filters = [
  ...(['q', 'status', 'sort', 'event', 'success', 'code', 'ip', 'user', 'username', 'from', 'to', 'log'] as const),
  ...(['view', 'license', 'expiresFrom', 'expiresTo', 'range', 'type', 'entry', 'webhook', 'delivery'] as const),
] as const

/** The search parameters of an application's page. Without a section it is Overview. */
export type ApplicationSearch = {
  readonly section?: Section
  readonly dialog?: ApplicationDialog
} & { readonly [F in (typeof filters)[number]]?: string }

/** Longest text the server accepts; the names of all twelve events together are longer. */
const maxLength = 128
const maxEventsLength = 256

/** Unknown parameters and words are dropped, so no address is invalid. */
export function applicationSearch(search: Record<string, unknown>): ApplicationSearch {
  const section = sections.find((name) => name === search.section)
  const dialog = dialogs.find((name) => name === search.dialog)
  const texts = filters
    .map((name) => [name, textOf(search[name], name === 'event' ? maxEventsLength : maxLength)] as const)
    .filter(([, text]) => text !== '')
  return { ...(section && { section }), ...(dialog && { dialog }), ...Object.fromEntries(texts) }
}

function textOf(value: unknown, length: number): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, length) : ''
}
