import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { renderSample, type SampleValues } from '../../src/shared/render-sample.ts'
import { createTestApp } from '../../test/harness/create-test-app.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { languageOf } from './languages.ts'

const run = promisify(execFile)
const password = 'plenty of letters here'

/** Logs in by the sample as a library and prints three features as JSON. */
const readers = {
  node: (file: string) => [
    process.execPath,
    '--input-type=module',
    '-e',
    `import { newClient } from ${JSON.stringify(file)}
    const client = newClient()
    await client.login('ada', ${JSON.stringify(password)})
    const named = ['export', 'projects', 'constructor'].map((name) => client.feature(name) ?? null)
    console.log(JSON.stringify(named))`,
  ],
  python: (file: string) => [
    'python3',
    '-c',
    `import importlib.util, json
spec = importlib.util.spec_from_file_location("sample", ${JSON.stringify(file)})
sample = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sample)
client = sample.new_client()
client.login("ada", ${JSON.stringify(password)})
print(json.dumps([client.feature(name) for name in ("export", "projects", "constructor")]))`,
  ],
  php: (file: string) => [
    'php',
    '-r',
    `require ${JSON.stringify(file)};
    $client = Keywright\\new_client();
    $client->login('ada', ${JSON.stringify(password)});
    echo json_encode(array_map($client->feature(...), ['export', 'projects', 'constructor']));`,
  ],
} as const

async function featuresRead(language: keyof typeof readers, values: SampleValues, folder: string): Promise<unknown> {
  const { file, id } = languageOf(language)
  const path = join(folder, `${Object.keys(values).length}${file.split('/').at(-1)}`)
  await writeFile(path, renderSample(readShippedSample(id), id, values))
  const [command = '', ...args] = readers[language](path)
  const { stdout } = await run(command, args, { env: { ...process.env, HOME: folder }, timeout: 60_000 })
  return JSON.parse(stdout)
}

test.for(['node', 'python', 'php'] as const)(
  'the %s sample knows the features of signed answers, and believes none while it pins no key',
  { timeout: 120_000 },
  async (language, { onTestFinished, skip }) => {
    const { missing } = languageOf(language)
    skip(missing.length > 0, `needs ${missing.join(', ')}`)
    const app = await createTestApp()
    const folder = await temporaryFolder()
    onTestFinished(async () => {
      await app.close()
      await folder.remove()
    })
    const ORIGIN = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const maker = await app.account()
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Game' })
    const base = `/api/applications/${made.body.id}`
    await maker.api('PATCH', base, { features: { export: true, projects: 10 } })
    await maker.api('POST', `${base}/users`, { username: 'ada', password })
    const keys = await maker.api<{ current: { publicKey: string } }>('GET', `${base}/signing-keys`)
    const API_KEY = made.body.apiKey
    const PUBLIC_KEY = keys.body.current.publicKey
    const dataDir = folder.options.dataDir
    expect(await featuresRead(language, { ORIGIN, API_KEY, PUBLIC_KEY }, dataDir)).toEqual([true, 10, null])
    expect(await featuresRead(language, { ORIGIN, API_KEY }, dataDir)).toEqual([null, null, null])
  },
)
