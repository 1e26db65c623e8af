/** Passwords of users who were created in this page, by user id: in memory alone, gone when the page is. */
const passwords = new Map<number, string>()

export function keepPassword(userId: number, password: string): void {
  passwords.set(userId, password)
}

export function createdPassword(userId: number): string | undefined {
  return passwords.get(userId)
}
