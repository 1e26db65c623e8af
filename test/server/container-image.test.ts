import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFromRoot } from '../documents/repository-files.ts'
import { buildImage, type ContainerImage, hasImages } from '../harness/container-image.ts'
import { signIn } from '../harness/start-server.ts'

const owner = { email: 'owner@example.com', password: 'a long enough password' }
const ownerSettings = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password }

/** The Containerfile, built and run without a registry of images. */
describe.skipIf(!hasImages)('the container image', () => {
  let image: ContainerImage
  beforeAll(async () => {
    image = await buildImage()
  }, 600_000)
  afterAll(() => image?.remove())

  it('is for one user without rights and one volume, on the Node that is tested', async () => {
    const { User, Volumes, Env, Entrypoint } = image.config
    expect({ User, Volumes, Entrypoint }).toEqual({
      User: '10001:10001',
      Volumes: { '/data': {} },
      Entrypoint: ['/app/bin/keywright.mjs'],
    })
    expect(Env).toEqual(expect.arrayContaining(['HOST=0.0.0.0', 'DATA_DIR=/data']))
    const { version } = JSON.parse(readFromRoot('scripts/node-versions.json'))['linux-x64']
    expect(readFromRoot('Containerfile')).toContain(`node:${version}-`)
  })

  it('is asked for its health every 10 seconds, by whether it is ready', () => {
    const { Test, ...times } = image.config.Healthcheck
    const second = 1e9
    expect(times).toEqual({ Interval: 10 * second, Timeout: 3 * second, StartPeriod: 30 * second, Retries: 3 })
    expect(Test.join(' ')).toContain('/readyz')
  })

  it('writes nowhere but in its data folder and where everybody may leave temporary files', async () => {
    const container = await image.container()
    // folders that are closed to it are told on the other output
    const { output } = await container.run(['sh', '-c', 'find / -xdev -writable -not -type l 2>/dev/null'])
    const writable = output.split('\n').filter((path) => /^\/(?!proc|sys|dev)/.test(path))
    expect(writable.sort()).toEqual(['/data', '/run/lock', '/tmp', '/var/tmp'])
  })

  it('has nothing of what makes it: no sources, no tools of development', async () => {
    const container = await image.container()
    const { output } = await container.run(['find', '/app', '/source', '-name', '*.tsx', '-o', '-name', 'vite'])
    expect(output.split('\n').filter((path) => path.startsWith('/app'))).toEqual([])
    expect(output).toContain('/source')
    expect((await container.run(['test', '-e', '/app/src/server/main.js'])).code).toBe(0)
  })

  it('serves, says when it is ready, ends within its time, and goes on with what it has', async () => {
    const container = await image.container()
    const [form, ...health] = image.config.Healthcheck.Test
    expect(form).toBe('CMD')
    const first = await container.start(ownerSettings)
    const port = { PORT: String(first.port) }
    const page = await fetch(`${first.origin}/login`)
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    const cookie = await signIn(first.origin)
    expect(cookie).not.toBe('')
    expect((await container.run(health, port)).code).toBe(0)
    const made = await fetch(`${first.origin}/api/applications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: first.origin },
      body: JSON.stringify({ name: 'kept' }),
    })
    expect(made.status).toBe(200)
    expect(await first.stop()).toBe(0)
    expect((await container.run(health, port)).code).toBe(1)

    const second = await container.start()
    const listed = await fetch(`${second.origin}/api/applications`, {
      headers: { cookie: await signIn(second.origin) },
    })
    expect(await listed.text()).toContain('"kept"')
    expect(await second.stop()).toBe(0)
  })
})
