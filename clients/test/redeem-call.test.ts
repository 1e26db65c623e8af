import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderSample } from '../../src/shared/render-sample.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { readSample } from './build-sample.ts'
import { languageOf } from './languages.ts'

const run = promisify(execFile)
const password = 'plenty of letters here'

/**
 * `program <key> <name> <password>` redeems by name; without a name after a login as `ada`, in the session. Prints the
 * code and the days of every result, then one feature.
 */
const programs = {
  node: {
    file: 'program.mjs',
    text: `import { LicenseClient } from './client.mjs'
const client = new LicenseClient()
const [key, name, password] = process.argv.slice(2)
const results = name ? [] : [await client.login('ada', password), await client.startSession()]
results.push(name ? await client.redeem(key, name, password) : await client.redeem(key))
if (!name) results.push(await client.verify(), await client.heartbeat())
console.log(results.map(({ code, addedDays }) => code + (addedDays ? '=' + addedDays : '')).join(' '), client.feature('seats') ?? '-')
await client.endSession()
`,
  },
  python: {
    file: 'program.py',
    text: `import sys
from login_sample import LicenseClient
client = LicenseClient()
key, name, password = sys.argv[1:]
results = [] if name else [client.login("ada", password), client.start_session()]
results.append(client.redeem(key, name, password) if name else client.redeem(key))
if not name:
    results += [client.verify(), client.heartbeat()]
codes = [each.code + ("=%d" % each.added_days if each.added_days else "") for each in results]
print(" ".join(codes), "-" if client.feature("seats") is None else client.feature("seats"))
client.end_session()
`,
  },
  php: {
    file: 'program.php',
    text: `<?php
require __DIR__ . '/client.php';
$client = new Keywright\\LicenseClient();
[, $key, $name, $password] = $argv;
$results = $name !== '' ? [] : [$client->login('ada', $password), $client->start_session()];
$results[] = $name !== '' ? $client->redeem($key, $name, $password) : $client->redeem($key);
if ($name === '') {
    array_push($results, $client->verify(), $client->heartbeat());
}
$codes = array_map(fn ($each) => $each->code . ($each->added_days ? "=$each->added_days" : ''), $results);
echo implode(' ', $codes), ' ', $client->feature('seats') ?? '-';
$client->end_session();
`,
  },
} as const

describe.each(Object.keys(programs) as (keyof typeof programs)[])('the redeem call of the sample in %s', (name) => {
  const language = languageOf(name)
  let server: RunningServer
  let folder = ''
  beforeAll(async () => {
    server = await startServer()
    folder = await mkdtemp(join(tmpdir(), 'keywright-redeem-'))
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.skipIf(language.missing.length > 0)(
    'adds the time of a key once, in a session or by name, and keeps the session through a mistyped key',
    { timeout: 120_000 },
    async () => {
      const made = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Gate' })
      const base = `/api/applications/${made.body.id}`
      const user = await server.api<{ id: number }>('POST', `${base}/users`, { username: 'ada', password })
      const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
      await server.api('PUT', `${base}/users/${user.body.id}`, { expiresAt })
      const keys = await server.api<{ current: { publicKey: string } }>('GET', `${base}/signing-keys`)
      const newKey = async (body: object) =>
        (await server.api<{ licenseKey: string }>('POST', `${base}/licenses`, { maxUsers: 1, ...body })).body.licenseKey
      const PUBLIC_KEY = keys.body.current.publicKey
      const values = { API_KEY: made.body.apiKey, APP_VERSION: '1.0', ORIGIN: server.origin, PUBLIC_KEY }
      await writeFile(join(folder, language.file.split('/').at(-1) ?? ''), renderSample(await readSample(language.file), name, values))
      const { file, text } = programs[name]
      await writeFile(join(folder, file), text)
      const redeem = async (key: string, username = '') => {
        const [command = '', ...args] = language.start(join(folder, file))
        const { stdout } = await run(command, [...args, key, username, password])
        return stdout.trim()
      }

      const inSession = await newKey({ validityDays: 30, features: { seats: 3 } })
      expect(await redeem('no such key')).toBe('login_successful session_started license_not_found user_verified session_alive -')
      expect(await redeem(` ${inSession.toLowerCase()} `)).toBe(
        'login_successful session_started license_redeemed=30 user_verified session_alive 3',
      )
      const byName = await newKey({ validityDays: 10 })
      expect(await redeem(byName, 'ada')).toBe('license_redeemed=10 -')
      expect(await redeem(inSession, 'ada'), 'a key counts once').toBe('license_used -')
      const devices = await server.api<{ name: string | null }[]>('GET', `${base}/users/${user.body.id}/devices`)
      expect(devices.body).toMatchObject([{ name: hostname().slice(0, 64) }])
    },
  )
})
