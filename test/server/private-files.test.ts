import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serverEnv, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))

/** Runs a command with the usual default umask, under which new files are readable by everyone. */
function run(dataDir: string, args: readonly string[]): Promise<number | null> {
  const child = spawn('/bin/sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, cli, ...args], {
    env: { ...serverEnv, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('exit', resolve))
}

const start = (dataDir: string) => startServer({ dataDir, under: ['/bin/sh', '-c', 'umask 022; exec "$@"', 'sh'] })

/** Every file of the folder with its mode, as `ls` would show it. */
function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )
}

const openOnes = (folder: string) => Object.entries(modesIn(folder)).filter(([, mode]) => !/00$/.test(mode))

async function openFolder(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  chmodSync(folder.options.dataDir, 0o755)
  return folder.options.dataDir
}

describe.skipIf(process.platform === 'win32')('in a data folder that everybody may enter', () => {
  it('a first start makes nothing that others may read, and warns of the folder', async () => {
    const dataDir = await openFolder()
    const server = await start(dataDir)
    onTestFinished(server.stop)
    expect((await server.api('POST', '/api/applications', { name: 'Private' })).status).toBe(200)
    const files = ['admin.key', 'keywright.db', 'keywright.db-shm', 'keywright.db-wal', 'keywright.lock', 'master.key']
    expect(Object.keys(modesIn(dataDir))).toEqual(expect.arrayContaining(files))
    expect(openOnes(dataDir)).toEqual([])
    expect(server.output()).toContain(`Other users may enter the data folder ${dataDir} (mode 0755).`)
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('755')

    expect(await run(dataDir, ['backup', 'create'])).toBe(0)
    const elsewhere = join(dataDir, 'elsewhere.db')
    expect(await run(dataDir, ['backup', 'create', elsewhere])).toBe(0)
    expect(await run(dataDir, ['admin-key', 'rotate'])).toBe(0)
    expect(openOnes(dataDir)).toEqual([])
    expect(openOnes(join(dataDir, 'backups'))).toEqual([])
    // the copy and its manifest
    expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(2)
  })

  it('a start closes the files that an earlier one left open, says which, and touches nothing else', async () => {
    const dataDir = await openFolder()
    await (await start(dataDir)).stop()
    expect(await run(dataDir, ['backup', 'create'])).toBe(0)
    expect(await run(dataDir, ['admin-key', 'rotate'])).toBe(0)
    const foreign = join(dataDir, 'notes.txt')
    writeFileSync(foreign, "not the server's")
    symlinkSync(foreign, join(dataDir, 'keywright.link'))
    const backups = join(dataDir, 'backups')
    writeFileSync(join(backups, 'before-restore-2026.damaged.db-wal'), '')
    for (const folder of [dataDir, backups]) {
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), name === 'backups' ? 0o755 : 0o644)
    }

    const server = await start(dataDir)
    onTestFinished(server.stop)
    expect(openOnes(dataDir)).toEqual([
      ['keywright.link', '644'],
      ['notes.txt', '644'],
    ])
    expect(openOnes(backups)).toEqual([])
    for (const name of ['keywright.db', 'master.key', 'admin.key', 'admin.key.former', 'keywright.reserve']) {
      expect(server.output()).toContain(`Other users could read or change ${join(dataDir, name)} (mode 0644)`)
    }
    expect(server.output()).not.toContain('notes.txt')
  })

  it('a folder of its own is not warned of', async () => {
    const dataDir = join(await openFolder(), 'own')
    mkdirSync(dataDir, { mode: 0o700 })
    const server = await start(dataDir)
    onTestFinished(server.stop)
    expect(server.output()).not.toContain('Other users')
  })
})
