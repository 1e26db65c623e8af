import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchPackage } from '../../scripts/fetch-package.mjs'
import { npm } from '../../scripts/npm.mjs'
import { UserFacingError } from '../../scripts/run-script.mjs'

const name = 'keywright-fetch-test'
const deepFile = `${'a-rather-long-folder-name/'.repeat(6)}file.txt`
let folder: string
let archive: Buffer
let registry: Server
let pinned: { package: string; version: string; integrity: string }

/** A registry that knows one package, made by the real npm, so that the real npm can fetch it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keywright-fetch-'))
  archive = await packed(join(folder, 'source'))
  pinned = { package: name, version: '1.0.0', integrity: sha512(archive) }
  registry = createServer((request, response) => {
    const base = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    if (request.url?.endsWith('.tgz')) return response.end(archive)
    const dist = { tarball: `${base}/${name}.tgz`, integrity: pinned.integrity }
    const versions = { '1.0.0': { name, version: '1.0.0', dist } }
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }))
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}`)
  vi.stubEnv('npm_config_cache', join(folder, 'cache'))
  vi.stubEnv('npm_config_fetch_retries', '0')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  registry.close()
  registry.closeAllConnections()
  await rm(folder, { recursive: true, force: true })
})

async function packed(source: string): Promise<Buffer> {
  await mkdir(join(source, dirname(deepFile)), { recursive: true })
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0', bin: './program' }))
  await writeFile(join(source, 'program'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(source, deepFile), 'deep')
  const { code, output } = await npm(process.execPath, ['pack', source, '--pack-destination', folder])
  if (code !== 0) throw new Error(output)
  return readFile(join(folder, `${name}-1.0.0.tgz`))
}

const sha512 = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

describe('a package fetched for the first start', () => {
  it('lies in its folder with its deep paths and its programs executable', async () => {
    const target = join(folder, 'good', '1.0.0')
    await fetchPackage(pinned, target, '')
    expect(await readFile(join(target, deepFile), 'utf8')).toBe('deep')
    expect((await stat(join(target, 'program'))).mode & 0o111).not.toBe(0)
    expect(await readdir(dirname(target))).toEqual(['1.0.0'])
  })

  it('of which only a part is needed leaves the rest away', async () => {
    const target = join(folder, 'part', '1.0.0')
    await fetchPackage(pinned, target, '', /^(package\.json|program)$/)
    expect((await readdir(target)).sort()).toEqual(['package.json', 'program'])
  })

  it('is refused when its hash is not the pinned one, and nothing of it is left', async () => {
    const target = join(folder, 'altered', '1.0.0')
    const other = { ...pinned, integrity: sha512(Buffer.from('another archive')) }
    const fetching = fetchPackage(other, target, 'What to do: ask.')
    await expect(fetching).rejects.toThrow(UserFacingError)
    await expect(fetching).rejects.toThrow(
      /is not the one .*\n.*expected sha512-.*\n.*received sha512-[\s\S]*What to do: ask/,
    )
    expect(await readdir(dirname(target))).toEqual([])
  })

  it('that is nowhere to be had is told with what npm said and what to do', async () => {
    const target = join(folder, 'missing', '2.0.0')
    const fetching = fetchPackage({ ...pinned, version: '2.0.0' }, target, 'What to do: ask.')
    await expect(fetching).rejects.toThrow(/Could not fetch[\s\S]*npm said:\n {2}npm [\s\S]*What to do: ask/)
    expect(await readdir(dirname(target))).toEqual([])
  })

  it('is not fetched a second time: what is there needs no network', async () => {
    const target = join(folder, 'good', '1.0.0')
    await fetchPackage({ ...pinned, integrity: 'sha512-never-looked-at' }, target, '')
    expect(await readFile(join(target, deepFile), 'utf8')).toBe('deep')
  })
})
