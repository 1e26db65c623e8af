import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasLanguage } from '../../test/guide/run-snippet.ts'
import { guideSample, useServedApp } from './served-app.ts'

const source = fileURLToPath(new URL('python/src/', import.meta.url))

interface Ended {
  readonly code: number
  readonly out: string
  readonly errors: string
}

/** Runs a program with the package on its path, and no other. */
function python(program: string, values: Readonly<Record<string, string>>): Promise<Ended> {
  const head = 'import os\nfrom keywright_management import Keywright, KeywrightError\n'
  const env = { PATH: process.env.PATH, PYTHONPATH: source, PYTHONDONTWRITEBYTECODE: '1', ...values }
  return new Promise((resolve) => {
    execFile('python3', ['-W', 'error', '-c', head + program], { env }, (error, out, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, errors })
    })
  })
}

describe.skipIf(!(await hasLanguage('Python')))('the Python management client', () => {
  const app = useServedApp()
  let values: Record<string, string>
  beforeAll(async () => {
    const token = await app.token('users:read', 'users:write', 'licenses:read', 'licenses:write')
    values = { ORIGIN: app.origin, TOKEN: token, APPLICATION: String(app.applicationId) }
  })
  const open = 'api = Keywright(os.environ["ORIGIN"], os.environ["TOKEN"])\napp = int(os.environ["APPLICATION"])\n'

  it('makes a license with a token, lists users over pages, and names what is not there', async () => {
    const program = `${open}
license = api.generate_license(app, {"maxUsers": 1, "validityDays": 30})
for place in range(7):
    api.create_user(app, {"username": f"user{place}", "password": "correct horse battery staple"})
print(license["licenseKey"])
print(",".join(sorted(user["username"] for user in api.iter_users(app, limit=3))))
print(len(api.list_users(app, has_logged_in=True)))
try:
    api.get_user(app, 1000000007)
except KeywrightError as error:
    print(error.status, error.code)
with api.export_licenses(app, format="csv") as file:
    print(license["licenseKey"] in file.read().decode())
`
    const { out, errors } = await python(program, values)
    const { body } = await app.maker.api<{ licenseKey: string }[]>('GET', `${app.base}/licenses`)
    const names = Array.from({ length: 7 }, (_, place) => `user${place}`).join()
    expect(errors).toBe('')
    expect(out.split('\n')).toEqual([body[0]?.licenseKey, names, '0', '404 user_not_found', 'True', ''])
  })

  it('runs the sample of the guide', async () => {
    const { out, errors } = await python(guideSample('python', app, values.TOKEN ?? ''), {})
    const { body } = await app.maker.api<{ licenseKey: string }[]>('GET', `${app.base}/licenses`)
    expect(errors).toBe('')
    expect(body.map(({ licenseKey }) => `${licenseKey}\n`)).toContain(out)
  })

  it('repeats a call whose answer was cut with its own key, so that it creates one thing', async () => {
    const keys: unknown[] = []
    const cutting = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'])
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', async () => {
        const answer = await fetch(app.origin + request.url, {
          method: 'POST',
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(parts),
        })
        const text = Buffer.from(await answer.arrayBuffer())
        response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': text.length })
        if (keys.length > 1) response.end(text)
        else response.write(text.subarray(0, 10), () => response.destroy())
      })
    })
    await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve))
    const before = await app.maker.api<unknown[]>('GET', `${app.base}/licenses`)
    const origin = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`
    const program = `${open}\nprint(api.create_license(app, {"description": "Sent twice"})["description"])`
    const { out, errors } = await python(program, { ...values, ORIGIN: origin })
    await new Promise((resolve) => cutting.close(resolve))
    const after = await app.maker.api<unknown[]>('GET', `${app.base}/licenses`)
    expect([out, errors]).toEqual(['Sent twice\n', ''])
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
    expect(after.body.length - before.body.length).toBe(1)
  })

  it('sends its token to no other address, and what is not safe to repeat once', async () => {
    const asked: string[] = []
    const other = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/elsewhere`
      response.writeHead(request.method === 'GET' ? 302 : 503, { location, 'retry-after': '0' }).end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const program = `${open}
for call in (lambda: api.list_applications(), lambda: api.delete_license(app, 5)):
    try:
        call()
    except KeywrightError as error:
        print(error.status, error.code)
`
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { out } = await python(program, { ...values, ORIGIN: origin })
    await new Promise((resolve) => other.close(resolve))
    expect(out).toBe('302 None\n503 None\n')
    expect(asked).toEqual(['GET /api/applications', `DELETE ${app.base}/licenses/5`])
  })

  it('is complete for type checkers: every name that a call uses is defined', async () => {
    const program = `
import typing
from keywright_management import calls, types
for name, call in vars(calls.Calls).items():
    if callable(call):
        typing.get_type_hints(call)
for name, kind in vars(types).items():
    if isinstance(kind, type) and kind.__module__ == types.__name__:
        typing.get_type_hints(kind)
print("complete")
`
    expect(await python(program, {})).toEqual({ code: 0, out: 'complete\n', errors: '' })
  })
})
