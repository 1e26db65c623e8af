/** What is seen only in the check of a login, and loaded with it. */
export const noSessionCanBegin = 'After the login no session can begin: all that are allowed are in use.'
export const sessionsOfUser = (live: number, limit: number) => `Sessions of the user: ${live} of ${limit} in use.`
export const sessionsOfLicense = (live: number, limit: number) =>
  `Sessions of all users of the license: ${live} of ${limit} in use.`
