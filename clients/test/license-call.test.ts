import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderSample } from '../../src/shared/render-sample.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import manifest from '../manifest.json' with { type: 'json' }
import { languageOf } from './languages.ts'

const run = promisify(execFile)
const readClient = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')

/** The sample and its library, as they lie in the repository: here they are used as the two files that they are. */
function filesOf(id: string): { readonly file: string; readonly library: string } {
  const { file = '', library = '' } = manifest.samples.find((sample) => sample.id === id) ?? {}
  return { file, library }
}

/** Signs in with the key that the program was started with, then uses the session as every client does. */
const programs = {
  node: {
    sample: 'client.mjs',
    file: 'program.mjs',
    text: `import { newClient } from './client.mjs'
const client = newClient()
const results = [await client.license(process.argv[2])]
if (results[0].ok) {
  results.push(await client.verify(), await client.startSession(), await client.heartbeat())
  await client.endSession()
}
console.log(results.map(({ code }) => code).join(' '))
`,
  },
  python: {
    sample: 'login_sample.py',
    file: 'program.py',
    text: `import sys
from login_sample import new_client
client = new_client()
results = [client.license(sys.argv[1])]
if results[0].ok:
    results += [client.verify(), client.start_session(), client.heartbeat()]
    client.end_session()
print(" ".join(result.code for result in results))
`,
  },
  php: {
    sample: 'client.php',
    file: 'program.php',
    text: `<?php
require __DIR__ . '/client.php';
$client = Keywright\\new_client();
$results = [$client->license($argv[1])];
if ($results[0]->ok) {
    array_push($results, $client->verify(), $client->start_session(), $client->heartbeat());
    $client->end_session();
}
echo implode(' ', array_map(fn ($result) => $result->code, $results));
`,
  },
} as const

describe.each(Object.keys(programs) as (keyof typeof programs)[])('the license call of the sample in %s', (name) => {
  const language = languageOf(name)
  let server: RunningServer
  let folder = ''
  beforeAll(async () => {
    server = await startServer()
    folder = await mkdtemp(join(tmpdir(), 'keywright-license-'))
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.skipIf(language.missing.length > 0)('signs in with the key alone, once the application takes keys', async () => {
    const program = programs[name]
    const made = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Gate' })
    const base = `/api/applications/${made.body.id}`
    const license = await server.api<{ licenseKey: string }>('POST', `${base}/licenses`, {})
    const values = { API_KEY: made.body.apiKey, APP_VERSION: '1.0', ORIGIN: server.origin, HWID_SALT: 'gate' }
    const { file, library } = filesOf(name)
    await writeFile(join(folder, program.sample), renderSample(await readClient(file), name, values))
    await writeFile(join(folder, basename(library)), await readClient(library))
    await writeFile(join(folder, program.file), program.text)
    const codes = async (key: string) => {
      const { stdout } = await run(language.start(join(folder, program.file))[0] ?? '', [
        ...language.start(join(folder, program.file)).slice(1),
        key,
      ])
      return stdout.trim()
    }
    const key = ` ${license.body.licenseKey.toLowerCase()} `
    expect(await codes(key)).toBe('license_login_closed')
    await server.api('PATCH', base, { licenseLogin: true })
    expect(await codes('no such key')).toBe('license_not_found')
    expect(await codes(key)).toBe('login_successful user_verified session_started session_alive')
    expect(await codes(key)).toBe('login_successful user_verified session_started session_alive')
  })
})
