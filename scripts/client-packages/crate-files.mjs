/** What the library needs: Debian's crates, and the newest ones. */
export const libraryNeeds = `native-tls = "0.2"
ring = ">=0.16.20, <0.18"
serde_json = "1"
`

/**
 * What crates.io takes, and cargo from a folder: it compiles with Debian's crates as with the newest ones.
 * @param {import('./package-files.mjs').Sources} sources
 */
export function crateFiles({ version, library, readme, license, changelog }) {
  const manifest = [
    '[package]',
    'name = "keywright"',
    `version = "${version}"`,
    'edition = "2021"',
    'rust-version = "1.63"',
    'description = "Log in, verify and keep a session alive with a Keywright server."',
    'license = "MIT"',
    'readme = "README.md"',
    'categories = ["authentication"]',
    '',
    '[features]',
    '# OpenSSL is compiled into the program, where the system has none',
    'vendored = ["native-tls/vendored"]',
    '',
    '[dependencies]',
    libraryNeeds,
  ]
  const files = {
    'Cargo.toml': manifest.join('\n'),
    'README.md': readme,
    'CHANGELOG.md': changelog,
    LICENSE: license,
    'src/lib.rs': library,
  }
  return new Map(Object.entries(files).map(([path, text]) => [`keywright-${version}/${path}`, text]))
}
