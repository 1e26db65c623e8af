/** The user who stands for a license: whoever signs in with its key alone. */
export const holderName = (licenseId: number): string => `License ${licenseId}`

/** No canonical form begins with a line feed, so nobody can register, log in or be imported under this name. */
export const holderKey = (licenseId: number): string => `\n${licenseId}`

/** The license that a name such as `License 42` is about; undefined for all others. */
export function licenseOfHolder(name: string): number | undefined {
  const [, id] = /^license ([1-9]\d{0,14})$/i.exec(name.trim()) ?? []
  return id === undefined ? undefined : Number(id)
}

/** As the password hash of a holder: no password has it. */
export const holderHash = ''
