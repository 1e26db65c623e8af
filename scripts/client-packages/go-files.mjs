import { zip } from '../archive.mjs'

/** @typedef {import('./package-files.mjs').Sources} Sources */

const module = 'keywright.dev/client'

/**
 * A folder as Go asks a proxy of modules for it, so that `GOPROXY=file://…` installs it from anywhere.
 * @param {Sources} sources
 */
export function goFiles({ version, read, readme, license, changelog }) {
  const { samples } = /** @type {{ samples: { id: string, library: string, parts: string[] }[] }} */ (
    JSON.parse(read('manifest.json'))
  )
  const own = samples.flatMap(({ id, library, parts }) => (id === 'go' ? [...parts, library] : []))
  // one file for all systems cannot hold it
  const files = ['go/go.mod', ...own, 'go/registry_windows.go']
  const at = `${module}/@v/v${version}`
  const info = { Version: `v${version}`, Time: '1980-01-01T00:00:00Z' }
  const content = new Map([
    ['README.md', readme],
    ['CHANGELOG.md', changelog],
    ['LICENSE', license],
    ...files.map((file) => /** @type {const} */ ([file.replace('go/', ''), read(file)])),
  ])
  /** @type {(readonly [string, string | Buffer])[]} */
  const entries = [
    [`${module}/@v/list`, `v${version}\n`],
    [`${at}.info`, `${JSON.stringify(info)}\n`],
    [`${at}.mod`, read('go/go.mod')],
  ]
  const named = [...content].map(([path, text]) => /** @type {const} */ ([`${module}@v${version}/${path}`, text]))
  return new Map([...entries, [`${at}.zip`, zip(new Map(named))]])
}
