import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFromRoot } from './repository-files.ts'

const isInstalled = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'systemd-analyze')))
const hasSystemd = isInstalled || process.env.REQUIRE_ALL === '1'
const program = '/opt/keywright/bin/keywright.mjs'
const unit = readFromRoot('deploy/keywright.service')

describe.skipIf(!hasSystemd)('the systemd unit', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keywright-unit-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const analyze = async (text: string, ...words: string[]) => {
    const file = join(folder, 'keywright.service')
    // verify asks that the program exists
    await writeFile(file, text.replace(program, '/bin/true'))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  /** In tenths, as systemd takes it. */
  const security = (text: string) => analyze(text, 'security', '--offline=true', '--threshold=15', '--no-pager')

  it('has no line that systemd does not know, where it would not be in force', async () => {
    expect(unit).toContain(`ExecStart=${program}\n`)
    expect(await analyze(unit, 'verify')).toEqual({ status: 0, output: '' })
    const planted = await analyze(unit.replace('ProtectSystem=strict', 'ProtektSystem=strict'), 'verify')
    expect(planted.output).toContain('ProtektSystem')
  })

  it('leaves an exposure of at most 1.5 of 10', async () => {
    const { status, output } = await security(unit)
    expect(output).toMatch(/Overall exposure level for keywright\.service: [01]\.\d/)
    expect(status, output).toBe(0)
    expect((await security(unit.replace(/(ProtectSystem=strict|DynamicUser=yes)\n/g, ''))).status).not.toBe(0)
  })
})
