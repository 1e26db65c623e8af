import { ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { SampleValues } from '../../src/shared/render-sample.ts'
import type { Language } from './languages.ts'
import { type Program, startProgram } from './program.ts'
import type { ProgramTraffic } from './recording-proxy.ts'
import type { Stage } from './stage.ts'

/** A program of the scene and its user interface. */
export type Actor = Program & Face

export interface SceneOptions {
  readonly username?: string
  readonly password?: string
  readonly values?: SampleValues
  /** The program pins the keys of its application, and leases are on. */
  readonly isSigned?: boolean
  /** Otherwise it is shared with other scenes of the language. */
  readonly hasOwnApplication?: boolean
}

interface StartOptions {
  readonly args?: readonly string[]
  /** Keeps the files of an earlier program. */
  readonly home?: string
  /** Where this program differs from the others of the scene. */
  readonly values?: SampleValues
  /** Starts the command in another way. */
  readonly wrap?: (command: readonly string[]) => readonly string[]
  /** What the key Enter sends. */
  readonly enter?: string
}

/** An application with one user, and the sample of the stage's language before it. */
export interface Scene {
  readonly stage: Stage
  readonly traffic: ProgramTraffic
  readonly applicationId: number
  readonly apiKey: string
  readonly user: { readonly username: string; readonly password: string }
  readonly userId: number
  /** A dashboard request that must succeed. */
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
  const { proxy, language, workshop, display } = stage
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
  const user = { username: options.username ?? `alice-${randomUUID().slice(0, 8)}`, password }
  const users = `/api/applications/${application.id}/users`
  const created = await dashboard<{ id: number }>('POST', users, user)
  const traffic = proxy.trafficOf(user.username, application.apiKey)
  const actors: Actor[] = []

  onFinished(async () => {
    for (const actor of actors) await actor.stop()
    for (const actor of actors) {
      const output = actor.output()
      ok(!output.includes(user.password), 'a password was printed')
      for (const key of [application.apiKey, stage.values.API_KEY]) {
        ok(!output.includes(key), 'the API key was printed')
      }
      const warning = /\b(Warning|Deprecated|Notice|Traceback|Unhandled|AddressSanitizer|runtime error)\b/
      ok(!warning.test(output), `a warning was printed:\n${output}`)
    }
  })

  const scene: Scene = {
    stage,
    traffic,
    applicationId: application.id,
    apiKey: application.apiKey,
    user,
    userId: created.id,
    dashboard,
    setUser: async (action) => {
      await dashboard('POST', `${users}/${created.id}/${action}`)
    },
    start: async ({ args = [], home, values: own, enter, wrap = (command: readonly string[]) => command } = {}) => {
      const { isDriven = false } = language
      const { command } = await workshop.build(language, { ...values, ...own }, { isDriven })
      const folder = home ?? (await workshop.newHome())
      const env = { HOME: folder, XDG_DATA_HOME: folder, ...(display && { DISPLAY: display.name }) }
      const program = startProgram([...wrap(command), ...args], { folder, env, ...(enter && { enter }) })
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

interface Registration {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly licenseKey: string
}

/** The user interface of a sample, console prompt or window. Texts are awaited with `shows` in both. */
interface Face {
  logIn(username: string, password: string): void
  /** Only the password: the name was kept. */
  enterPassword(password: string): void
  register(registration: Registration): void
  logOut(): void
  /** Quits as a user would. */
  leave(): void
  /** Dismisses a message that the program ends with. */
  acknowledge(caption: string): Promise<void>
  /** The login can be filled in. */
  atLogin(): Promise<unknown>
  /** The user is logged in. */
  atMain(): Promise<unknown>
  /** Heartbeats, last verification, failures in a row. */
  status(): Promise<string>
}

const faceOf = (language: Language, program: Program): Face =>
  language.face === 'window' ? windowFace(program) : consoleFace(program)

const lastStatusLine = /Failures in a row: \d+\n/

function consoleFace(program: Program): Face {
  return {
    logIn: (username, password) => program.type(username, password),
    enterPassword: (password) => program.type(password),
    register: ({ username, password, email, licenseKey }) => program.type(username, password, email, licenseKey),
    logOut: () => program.type('logout'),
    leave: () => program.type('quit'),
    acknowledge: async (caption) => {
      await program.shows(`${caption}: `)
    },
    atLogin: () => program.shows('Username: '),
    atMain: () => program.shows('> '),
    status: () => {
      program.type('status')
      return program.shows(/Heartbeats sent: \d+\nLast verification: .+\nFailures in a row: \d+\n/)
    },
  }
}

/** The drivers print what changes in the window, `[login]` and `[main]` when a panel can be used. */
function windowFace(program: Program): Face {
  const set = (name: string, text: string) => program.type(`set ${name} ${text}`)
  const click = (name: string) => program.type(`click ${name}`)
  return {
    logIn: (username, password) => {
      set('username', username)
      set('password', password)
      click('login')
    },
    enterPassword: (password) => {
      set('password', password)
      click('login')
    },
    register: ({ username, password, email, licenseKey }) => {
      set('regUsername', username)
      set('regPassword', password)
      set('regEmail', email)
      set('regLicense', licenseKey)
      click('register')
    },
    logOut: () => click('logout'),
    leave: () => {
      program.type('close')
      program.closeInput()
    },
    acknowledge: async (caption) => {
      await program.shows(`[box] ${caption}: `)
      program.type('accept')
    },
    atLogin: () => program.shows('[login]'),
    atMain: () => program.shows('[main]'),
    status: () => {
      program.type('status')
      return program.shows(new RegExp(`Heartbeats sent: \\d+\\nLast verification: .+\\n${lastStatusLine.source}`))
    },
  }
}
