// The card "Client versions" on the overview of an application.
export const clientVersions = 'Client versions'
export const successfulLoginsOfTheLast7 = 'Successful logins of the last 7 days, by client library.'
export const clientsAsATable = 'Clients as a table'
export const columns = ['Client', 'Logins', 'Live sessions', 'Last login'] as const
export const states = { current: 'Current', old: 'Old', unsafe: 'Unsafe' } as const
export const warnings = {
  old: 'Over 5 % of logins use an old client',
  unsafe: 'An unsafe client is in use',
} as const
/** Clients without a name of their own. */
export const unnamed: Readonly<Record<string, string>> = { other: 'Unknown version', custom: 'Custom client' }
export const none = 'None'
const languages: Readonly<Record<string, string>> = {
  cpp: 'C++',
  csharp: 'C#',
  java: 'Java',
  go: 'Go',
  node: 'Node.js',
  php: 'PHP',
  python: 'Python',
  rust: 'Rust',
}
export const libraryOf = (language: string, version: string) => `${languages[language] ?? language} ${version}`
