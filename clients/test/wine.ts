import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = '/usr/lib/wine'
const program = join(folder, 'wine64')
const server = [join(folder, 'wineserver64'), join(folder, 'wineserver')].find((path) => existsSync(path)) ?? ''

const libraries = '/usr/lib/x86_64-linux-gnu/wine/x86_64-windows'

/** Whether this machine runs programs of Windows. */
export const canRunWindows = [program, server, libraries].every((path) => existsSync(path))

/** What Windows keeps on its disk, for all programs of one run. */
const prefix = join(tmpdir(), `keywright-wine-${process.pid}`)
/** No display, no words of its own, nothing that wine would fetch first, and no proxy but those of the tests. */
const variables = {
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
  WINESERVER: server,
}
const env = ['env', '-u', 'DISPLAY', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]

/** The command that starts a program of Windows. */
export const onWine = (...command: readonly string[]): readonly string[] => [...env, program, ...command]

/** Waits for the program itself: what it leaves running keeps its output open. */
async function run(command: readonly string[]): Promise<void> {
  const [first = '', ...rest] = command
  const [code] = await once(spawn(first, rest, { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`${command.join(' ')} has ended with ${code}`)
}

/** Makes the disk of Windows; returns what ends all its programs and removes it. */
export async function openWine(): Promise<() => Promise<void>> {
  await mkdir(prefix, { mode: 0o700 })
  // stays for the programs that follow: each would start it anew
  await run([...env, server, '-p'])
  await run(onWine('wineboot', '--init'))
  const key = 'HKLM\\Software\\Microsoft\\Cryptography'
  await run(onWine('reg', 'add', key, '/v', 'MachineGuid', '/t', 'REG_SZ', '/d', machineId(), '/f'))
  await shareLibraries()
  return async () => {
    await run([...env, server, '-k']).catch(() => {}) // it may have ended by itself
    await rm(prefix, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Wine has copied its libraries, 600 MB, to where programs look for them. */
async function shareLibraries(): Promise<void> {
  const place = join(prefix, 'drive_c', 'windows', 'system32')
  const own = new Set(await readdir(libraries))
  for (const name of (await readdir(place)).filter((each) => own.has(each))) {
    await rm(join(place, name))
    await symlink(join(libraries, name), join(place, name))
  }
}

/** Windows gets the id that programs of this machine have: what one of them has stored is for all of them. */
function machineId(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {}
  }
  return ''
}
