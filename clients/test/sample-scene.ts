import { ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { SampleValues } from '../../src/shared/render-sample.ts'
import { type Face, faceOf } from './face.ts'
import type { Lane } from './gate.ts'
import { type Program, startProgram } from './program.ts'
import type { Stage } from './stage.ts'

/** A program of the scene and its face. */
export type Actor = Program & Face

export interface SceneOptions {
  readonly password?: string
  readonly values?: SampleValues
  /** The program pins the keys of its application, and leases are on. */
  readonly isSigned?: boolean
  /** Otherwise it is shared with other scenes of the language. */
  readonly hasOwnApplication?: boolean
}

interface StartOptions {
  readonly args?: readonly string[]
  /** Keeps what an earlier program left behind. */
  readonly home?: string
  /** Where this program differs from the others of the scene. */
  readonly values?: SampleValues
  /** Starts the command in another way. */
  readonly wrap?: (command: readonly string[]) => readonly string[]
}

/** An application with one user, and the sample of the stage's language before it. */
export interface Scene {
  readonly stage: Stage
  readonly lane: Lane
  readonly applicationId: number
  readonly apiKey: string
  readonly user: { readonly username: string; readonly password: string }
  readonly userId: number
  /** A call of the dashboard; fails unless it is answered with success. */
  dashboard<Reply>(method: string, path: string, body?: unknown): Promise<Reply>
  /** What the dashboard does to the user. */
  setUser(action: 'pause' | 'unpause' | 'ban' | 'unban'): Promise<void>
  start(options?: StartOptions): Promise<Actor>
  /** Starts the sample and logs the user in. */
  logIn(): Promise<Actor>
}

interface Application {
  readonly id: number
  readonly apiKey: string
  readonly values?: SampleValues
}

type Cleanup = (job: () => Promise<void>) => void

export async function setScene(stage: Stage, onFinished: Cleanup, options: SceneOptions = {}): Promise<Scene> {
  const { gate, language, workshop, display } = stage
  const dashboard = async <Reply>(method: string, path: string, body?: unknown) => {
    const answer = await stage.server.api<Reply>(method, path, body)
    ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const names = { name: `Sample ${randomUUID()}`, version: '1.0' }
  const takeApplication = (): Application | Promise<Application> => {
    if (options.isSigned) return stage.signedApplication()
    if (options.hasOwnApplication) return dashboard<Application>('POST', '/api/applications', names)
    return stage.sharedApplication
  }
  const application = await takeApplication()
  const values = { ...stage.values, ...application.values, ...options.values }
  const password = options.password ?? `Pass word-${randomUUID()}`
  const user = { username: `alice-${randomUUID().slice(0, 8)}`, password }
  const users = `/api/applications/${application.id}/users`
  const created = await dashboard<{ id: number }>('POST', users, user)
  const lane = gate.lane(user.username, application.apiKey)
  const actors: Actor[] = []

  onFinished(async () => {
    for (const actor of actors) await actor.stop()
    for (const actor of actors) {
      const output = actor.output()
      ok(!output.includes(user.password), 'a password was printed')
      for (const key of [application.apiKey, stage.values.API_KEY]) {
        ok(!output.includes(key), 'the API key was printed')
      }
      ok(!/\b(Warning|Deprecated|Notice|Traceback|Unhandled)\b/.test(output), `a warning was printed:\n${output}`)
    }
  })

  const scene: Scene = {
    stage,
    lane,
    applicationId: application.id,
    apiKey: application.apiKey,
    user,
    userId: created.id,
    dashboard,
    setUser: async (action) => {
      await dashboard('POST', `${users}/${created.id}/${action}`)
    },
    start: async ({ args = [], home, values: own, wrap = (command: readonly string[]) => command } = {}) => {
      const { isDriven = false } = language
      const { command } = await workshop.build(language, { ...values, ...own }, { isDriven })
      const folder = home ?? (await workshop.newHome())
      const env = { HOME: folder, XDG_DATA_HOME: folder, ...(display && { DISPLAY: display.name }) }
      const program = startProgram([...wrap(command), ...args], { folder, env })
      const actor = { ...program, ...faceOf(language, program) }
      actors.push(actor)
      return actor
    },
    logIn: async () => {
      const actor = await scene.start()
      actor.logIn(user.username, user.password)
      await actor.shows('Expires: ')
      await actor.atMain()
      return actor
    },
  }
  return scene
}
