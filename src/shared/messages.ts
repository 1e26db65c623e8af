/** The six texts a developer may change, with the defaults of document 1, section 3. */
export const messageDefaults = {
  loginSuccess: 'Login successful! Welcome back.',
  loginFailed: 'Invalid username or password. Please try again.',
  accountDisabled: 'Your account has been disabled. Please contact support.',
  accountExpired: 'Your account has expired. Please renew your subscription.',
  versionMismatch: 'Your application version is outdated. Please update to continue.',
  hwidMismatch: 'Hardware ID mismatch detected. Please contact support for assistance.',
} as const

export type MessageName = keyof typeof messageDefaults
export const messageNames = Object.keys(messageDefaults) as MessageName[]

/** Custom texts; a missing, null or blank one inherits. */
export type MessageTexts = { readonly [name in MessageName]?: string | null | undefined }

/** Inheritance of messages: the application's own text, else the account's, else the default. */
export function messageText(name: MessageName, application: MessageTexts, account: MessageTexts): string {
  return application[name]?.trim() || account[name]?.trim() || messageDefaults[name]
}
