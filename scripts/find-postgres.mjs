import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { capture } from './run.mjs'

const oldestMajor = 15
const suffix = process.platform === 'win32' ? '.exe' : ''

/** Folders whose subfolders are versions of PostgreSQL, with the path to the programs in them. */
const installations = [
  ['/usr/lib/postgresql', 'bin'],
  ['/usr/local/lib/postgresql', 'bin'],
  ['/Applications/Postgres.app/Contents/Versions', 'bin'],
  ['C:\\Program Files\\PostgreSQL', 'bin'],
]
/** Folders that contain installations among other things, such as `postgresql@16` or `pgsql-16`. */
const mixed = ['/opt/homebrew/opt', '/usr/local/opt', '/usr']

/**
 * The newest PostgreSQL of this machine that the product supports.
 * @param {string[]} [more] further folders to look into
 * @returns {Promise<{ bin: string, version: string } | undefined>} `bin`: folder of initdb and postgres
 */
export async function findPostgres(more = []) {
  const folders = [...(process.env.PATH ?? process.env.Path ?? '').split(delimiter), ...installed(), ...more]
  const found = []
  for (const bin of new Set(folders.filter(hasServer))) {
    const { code, output } = await capture(program(bin, 'postgres'), ['--version'])
    const version = / (\d+)(\.\d+)?/.exec(output)?.[0].trim()
    if (code === 0 && version && Number.parseInt(version, 10) >= oldestMajor) found.push({ bin, version })
  }
  return found.sort((a, b) => Number(b.version) - Number(a.version))[0]
}

/** @type {(bin: string, name: 'initdb' | 'postgres' | 'pg_basebackup') => string} */
export function program(bin, name) {
  return join(bin, name + suffix)
}

/** @param {string} folder */
function hasServer(folder) {
  return folder !== '' && existsSync(program(folder, 'initdb')) && existsSync(program(folder, 'postgres'))
}

function installed() {
  const versions = installations.flatMap(([folder = '', below = '']) =>
    entries(folder).map((entry) => join(folder, entry, below)),
  )
  const among = mixed.flatMap((folder) =>
    entries(folder)
      .filter((entry) => /^(postgresql|pgsql)[@-]/.test(entry))
      .map((entry) => join(folder, entry, 'bin')),
  )
  return [...versions, ...among]
}

/** @param {string} folder */
function entries(folder) {
  return existsSync(dirname(folder)) && existsSync(folder) ? readdirSync(folder) : []
}
