/** The first part of an action name. Blank means all. */
export const auditEntities = [
  { value: '', label: 'All changes' },
  { value: 'account', label: 'Accounts' },
  { value: 'admin_key', label: 'Admin key' },
  { value: 'application', label: 'Applications' },
  { value: 'api_key', label: 'API keys' },
  { value: 'signing_key', label: 'Signing keys' },
  { value: 'user', label: 'Users' },
  { value: 'license', label: 'Licenses' },
  { value: 'preset', label: 'Presets' },
  { value: 'session', label: 'Sessions' },
  { value: 'token', label: 'Tokens' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'blacklist', label: 'Blacklist' },
  { value: 'custom_messages', label: 'Messages' },
] as const
