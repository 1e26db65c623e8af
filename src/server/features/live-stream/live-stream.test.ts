import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../test/start-server.ts'

describe('the live stream', () => {
  let server: RunningServer
  let application: { id: number; apiKey: string }

  beforeAll(async () => {
    server = await startServer()
    application = (await server.api<typeof application>('POST', '/api/applications', { name: 'Live' })).body
  })
  afterAll(() => server.stop())

  const open = async (id: number, cookie = server.owner.cookie) => {
    const abort = new AbortController()
    const response = await fetch(`${server.origin}/api/events?applicationId=${id}`, {
      headers: { cookie },
      signal: abort.signal,
    })
    return {
      response,
      reader: response.body?.pipeThrough(new TextDecoderStream()).getReader(),
      close: () => abort.abort(),
    }
  }
  const refuseLogin = () =>
    fetch(`${server.origin}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': application.apiKey },
      body: JSON.stringify({ username: 'nobody', password: 'nothing' }),
    })

  it('tells that something changed, and never what', async () => {
    const { reader, close } = await open(application.id)
    let text = (await reader?.read())?.value ?? ''
    await refuseLogin()
    while (!text.includes('event: changed')) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`the stream ended: ${text}`)
      text += value
    }
    expect(text).toContain('data: {"what":["activity","stats"]}')
    expect(text).not.toContain('nobody')
    close()
  })

  it('ends when the session is over, before another word', async () => {
    const signedIn = await fetch(`${server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: server.owner.email, password: server.owner.password }),
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { reader } = await open(application.id, cookie)
    let text = (await reader?.read())?.value ?? ''
    await fetch(`${server.origin}/api/logout`, { method: 'POST', headers: { cookie } })
    await refuseLogin()
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) break
      text += value
    }
    expect(text).not.toContain('event:')
  })

  it('is a 404 for an application that is not there, a 401 for who is not signed in', async () => {
    for (const [id, cookie, status] of [
      [999, server.owner.cookie, 404],
      [application.id, '', 401],
    ] as const) {
      const { response, close } = await open(id, cookie)
      expect(response.status).toBe(status)
      close()
    }
  })
})
