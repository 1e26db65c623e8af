/** Where people read the source: `repository` of package.json, as npm writes it, as an address for a browser, or ''. */
export function sourceAddressOf(packageJson: object): string {
  const repository = 'repository' in packageJson ? packageJson.repository : undefined
  const written = typeof repository === 'object' && repository && 'url' in repository ? repository.url : repository
  const address = String(written)
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
  return address.startsWith('https://') ? address : ''
}
