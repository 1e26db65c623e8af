/** The actions that a management token may be allowed. Every call of the dashboard API names one of them, or none. */
export const tokenActions = [
  'applications:read',
  'applications:write',
  'users:read',
  'users:write',
  'licenses:read',
  'licenses:write',
  'orders:read',
  'orders:write',
  'activity:read',
  'blacklist:read',
  'blacklist:write',
  'webhooks:read',
  'webhooks:write',
  'messages:read',
  'messages:write',
] as const

export type TokenAction = (typeof tokenActions)[number]
