import type { Installation } from './installation.ts'

export const loginPath = '/api/v1/login'

/** Successful logins, one user after the other, each from the bound device. */
export function loginsOf({ port, seeded }: Installation) {
  return {
    port,
    path: loginPath,
    headers: { 'x-api-key': seeded.apiKey },
    bodies: seeded.users.map(({ username, hwid }) => JSON.stringify({ username, password: seeded.password, hwid })),
  }
}
