import { createTestApp, type TestAccount, type TestApp, type TestAppOptions } from './create-test-app.ts'

/** A signed-in developer with one application, and that application's client. */
export interface SeededApp extends TestApp {
  readonly maker: TestAccount
  readonly applicationId: number
  /** `/api/applications/{id}` of the application. */
  readonly base: string
  /** A request of the application's client. */
  client(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>
  /** Starts a session of a user and gives its token. */
  startSession(userId: number): Promise<string>
  /** Response codes to heartbeats of these sessions. */
  heartbeats(...tokens: string[]): Promise<unknown[]>
}

/** The shipped app with a developer, an application and its client. Rate limits are raised: other tests cover them. */
export async function createSeededApp(options: TestAppOptions = {}): Promise<SeededApp> {
  const test = await createTestApp({ env: { RATE_LIMIT_SCALE: '1000' }, ...options })
  const maker = await test.account()
  const application = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Demo' })
  const { id: applicationId, apiKey } = application.body
  const client: SeededApp['client'] = (path, body) =>
    test.call('POST', `/api/v1/${path}`, { body, headers: { 'x-api-key': apiKey } })
  return {
    ...test,
    maker,
    applicationId,
    base: `/api/applications/${applicationId}`,
    client,
    startSession: async (userId) => {
      const started = await client('session/track', { action: 'start', user_id: userId })
      if (started.status !== 200) throw new Error(`no session: ${JSON.stringify(started.body)}`)
      return String(started.body.session_token)
    },
    heartbeats: async (...tokens) => {
      const answers = await Promise.all(
        tokens.map((session_token) => client('session/track', { action: 'heartbeat', session_token })),
      )
      return answers.map(({ body }) => body.reason ?? body.code)
    },
  }
}
