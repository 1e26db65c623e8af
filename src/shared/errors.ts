/**
 * Refusals of the dashboard API: code → status and text. A handler throws `new Problem(code)`; no status stands at a
 * throw site. The public API has its own table, `outcomes.ts`.
 */
export const errors = {
  invalid_request: [400, 'Invalid request'],
  not_signed_in: [401, 'You are not signed in.'],
  sign_in_failed: [401, 'Invalid email or password'],
  invalid_admin_key: [401, 'Invalid admin key'],
  permission_missing: [403, 'You do not have the permission for this.'],
  cross_site_request: [403, 'This request came from another site.'],
  not_found: [404, 'Not found'],
  application_not_found: [404, 'Application not found'],
  user_not_found: [404, 'User not found'],
  license_not_found: [404, 'License not found'],
  blacklist_entry_not_found: [404, 'Blacklist entry not found'],
  webhook_not_found: [404, 'Webhook not found'],
  delivery_not_found: [404, 'Delivery not found'],
  setup_link_invalid: [404, 'This setup link has expired or was used. Restart the server to get a new one.'],
  remember_share_not_found: [404, 'Nothing is remembered for this browser.'],
  username_taken: [409, 'Username already exists'],
  license_key_taken: [409, 'License key already exists'],
  license_full: [409, 'This license key has no free seat.'],
  license_below_users: [409, 'Max Users is below the number of users of this license.'],
  blacklist_entry_exists: [409, 'This value is already on the blacklist'],
  too_many_webhooks: [409, 'There are as many webhooks as there may be here. Delete one first.'],
  payload_too_large: [413, 'Request body is too large'],
  unsupported_media_type: [415, 'Content-Type must be application/json'],
  rate_limited: [429, 'Rate limit exceeded'],
  internal_error: [500, 'Internal error'],
  unavailable: [503, 'Service is busy. Please try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors
