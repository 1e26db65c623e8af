import * as texts from '../../texts/audit.ts'
/** The first part of an action name. Blank means all. */
export const auditEntities = [
  { value: '', label: texts.allChanges },
  { value: 'account', label: texts.accounts },
  { value: 'admin_key', label: texts.adminKey },
  { value: 'application', label: texts.applications },
  { value: 'api_key', label: texts.apiKeys },
  { value: 'signing_key', label: texts.signingKeys },
  { value: 'user', label: texts.users },
  { value: 'license', label: texts.licenses },
  { value: 'preset', label: texts.presets },
  { value: 'shop', label: texts.shops },
  { value: 'order', label: texts.orders },
  { value: 'mail', label: texts.email },
  { value: 'session', label: texts.sessions },
  { value: 'token', label: texts.tokens },
  { value: 'webhook', label: texts.webhooks },
  { value: 'blacklist', label: texts.blacklist },
  { value: 'backup', label: texts.backups },
  { value: 'custom_messages', label: texts.messages },
] as const
