import type { Installation } from './installation.ts'

export const loginPath = '/api/v1/login'

/** Logins that succeed, of one user after the other from the machine he is bound to. */
export function loginsOf({ port, seeded }: Installation) {
  return {
    port,
    path: loginPath,
    headers: { 'x-api-key': seeded.apiKey },
    bodies: seeded.users.map(({ username, hwid }) => JSON.stringify({ username, password: seeded.password, hwid })),
  }
}
