/** What an ID in a path names, by the part of the path before it. */
const ids: Readonly<Record<string, string>> = {
  applications: 'The application.',
  webhooks: 'The webhook.',
  blacklist: 'The entry.',
  sessions: 'The session.',
  passkeys: 'The passkey.',
  tokens: 'The token.',
  views: 'The saved view.',
  backups: 'The backup.',
  users: 'The user.',
  devices: 'The device.',
  licenses: 'The license.',
  presets: 'The preset.',
  'offline-licenses': 'The offline file.',
  shops: 'The shop.',
  calls: 'The call of the shop.',
  orders: 'The order.',
  portal: 'The part of the address that names the portal.',
  members: 'The account of the member.',
  'member-invites': 'The invite.',
  'api-keys': 'The API key.',
  'signing-keys': 'The number of the signing key.',
  operations: 'The change of many rows.',
  deliveries: 'The delivery.',
  'code-templates': 'The language of the sample.',
}

/** What a parameter of a query says. The same name means the same in all calls, except where `ofCall` says more. */
const queries: Readonly<Record<string, string>> = {
  limit: 'Rows of a page, 1 to 1,000. Without it, all rows.',
  cursor: 'From the `Link` header of the page before.',
  sort: 'Field and direction.',
  q: 'What is searched for.',
  applicationId: 'Only what belongs to this application.',
  after: 'The last position that was seen.',
  account: 'The account for which the page was loaded.',
  accountId: 'Only what this account did.',
  action: 'Only this action.',
  subject: 'Only changes of this subject.',
  from: 'At this time or later.',
  to: 'Before this time.',
  include: 'What the rows have in addition.',
  all: 'Those of every account too, with the permission view_all_data.',
  confirmName: 'The name of the application, so that none is deleted by mistake.',
  hwid: 'The hardware ID that the device must still have.',
  status: 'Only rows in this state.',
  kind: 'Only users of this kind.',
  hasHwid: 'Only users with a device, or without one.',
  licenseId: 'Only users of this license.',
  hasLoggedIn: 'Only users who have logged in, or never have.',
  expiresFrom: 'Expires at this time or later.',
  expiresTo: 'Expires before this time.',
  userId: 'Only what belongs to this user.',
  format: 'The form of the file.',
  dryRun: 'Shows what would happen, and changes nothing.',
  existing: 'What happens to rows that are there already: they stay, or take the values of the file.',
  hwids: 'Hardware IDs of KeyAuth: dropped, so that the next login binds, or kept.',
  keys: 'State of keys of which the file does not say whether they were used.',
  columns: 'JSON that names the field of each column that is not found by its name.',
  passwordHashes: 'With the password hashes; a person must have confirmed their identity.',
  expiresWithinDays: 'Not expired, but expiring within so many days.',
  isUsed: 'Only licenses with users, or without.',
  presetId: 'Only licenses of this preset.',
  mask: '`*` for each random character.',
  isArchived: 'The archived ones instead.',
  id: 'Only this row.',
  event: 'Only this event, or several separated by commas.',
  success: 'Only successes, or only refusals.',
  code: 'Only this code.',
  username: 'Only this username, ignoring case.',
  ip: 'Only this address.',
  range: 'The period: so many hours or days until now.',
  zone: 'The time zone in which days begin.',
  type: 'What kind of value it is.',
  value: 'The value.',
  isActive: 'Only active ones, or only inactive ones.',
}

/** Where a name means something else. */
const ofCall: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listOfflineLicenses: { licenseId: 'Only those of this license.' },
  importFile: { kind: 'What the file holds.' },
  getStats: { from: 'The first day of the period.', to: 'The last day of the period.' },
  countEvents: { from: 'The first day of the period.', to: 'The last day of the period.' },
}

/** What an ID in a path names; undefined for none that is known. */
export function pathText(path: string, name: string): string | undefined {
  const parts = path.split('/')
  return ids[parts[parts.indexOf(`:${name}`) - 1] ?? '']
}

/** What a parameter of a query says; undefined for none that is known. */
export const queryText = (call: string, name: string): string | undefined => ofCall[call]?.[name] ?? queries[name]
