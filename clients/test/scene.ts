import { randomUUID } from 'node:crypto'
import { expect, type TestContext } from 'vitest'
import type { SampleValues } from '../../src/shared/render-sample.ts'
import type { startServer } from '../../test/start-server.ts'
import { type AnswerProxy, startAnswerProxy } from './answer-proxy.ts'
import { type ConsoleProgram, startConsole } from './console.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** Seconds in the place of minutes, and patience with a server that shares two cores with all the tests. */
export const quick = {
  HEARTBEAT_SECONDS: 1,
  VERIFY_SECONDS: 300,
  HTTP_TIMEOUT_SECONDS: 20,
  RETRY_SECONDS: 1,
} satisfies SampleValues

/** An application with one user, a proxy before its server, and the sample that was given its key. */
export interface Scene {
  readonly proxy: AnswerProxy
  readonly applicationId: number
  readonly apiKey: string
  readonly user: { readonly username: string; readonly password: string }
  /** A call of the dashboard; fails unless it is answered with success. */
  dashboard(method: string, path: string, body?: unknown): Promise<unknown>
  /** What the dashboard does to the user: pause, unpause, ban, unban. */
  setUser(action: 'pause' | 'unpause' | 'ban' | 'unban'): Promise<void>
  start(args?: readonly string[]): Promise<ConsoleProgram>
  /** Starts the sample and logs the user in. */
  logIn(): Promise<ConsoleProgram>
}

export async function setScene(
  context: TestContext,
  server: Server,
  { password = `Pass word-${randomUUID()}`, values = {} }: { password?: string; values?: SampleValues } = {},
): Promise<Scene> {
  const dashboard = async (method: string, path: string, body?: unknown) => {
    const answer = await server.api(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const application = (await dashboard('POST', '/api/applications', {
    name: `Sample ${randomUUID()}`,
    version: '1.0',
  })) as { id: number; apiKey: string }
  const user = { username: 'alice', password }
  const created = (await dashboard('POST', `/api/applications/${application.id}/users`, user)) as { id: number }
  const proxy = await startAnswerProxy(server.origin)
  const programs: ConsoleProgram[] = []

  context.onTestFinished(async () => {
    for (const program of programs) await program.stop()
    await proxy.stop()
    for (const program of programs) {
      expect(program.output(), 'a password was printed').not.toContain(user.password)
      expect(program.output(), 'the API key was printed').not.toContain(application.apiKey)
    }
  })

  const scene: Scene = {
    proxy,
    applicationId: application.id,
    apiKey: application.apiKey,
    user,
    dashboard,
    setUser: async (action) => {
      await dashboard('POST', `/api/applications/${application.id}/users/${created.id}/${action}`)
    },
    start: async (args = []) => {
      const program = await startConsole({
        file: 'node/client.mjs',
        language: 'node',
        args,
        values: {
          API_KEY: application.apiKey,
          APP_VERSION: '1.0',
          ORIGIN: proxy.origin,
          HWID_SALT: `keywright-app-${application.id}`,
          ...quick,
          ...values,
        },
      })
      programs.push(program)
      return program
    },
    logIn: async () => {
      const program = await scene.start()
      program.type(user.username, user.password)
      await program.shows('Expires: ')
      await program.shows('> ')
      return program
    },
  }
  return scene
}
