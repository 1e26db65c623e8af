import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEnvironment } from '../../scripts/server-environment.mjs'

export interface RunningServer {
  readonly origin: string
  readonly dataDir: string
  readonly owner: { readonly cookie: string; readonly email: string; readonly password: string }
  readonly process: ChildProcess
  /** What the server printed so far. */
  output(): string
  /** A dashboard call as the owner. */
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
  /** Sends SIGTERM and waits until the process has exited. */
  stop(): Promise<void>
  /** Sends SIGKILL and waits until the process has exited. */
  kill(): Promise<void>
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Use this data folder and leave it behind; without it a new one that `stop` removes. */
  readonly dataDir?: string
  /** Use this port; without it a free one. */
  readonly port?: number
  /** Run the server under this program, which ends when the server does: a tracer. */
  readonly under?: readonly string[]
  /** Start this file instead of the repository's own `main.ts`. */
  readonly program?: string
  /** Start this file, which brings its own Node, instead of running `program`. */
  readonly executable?: string
  readonly cwd?: string
  /** Passwords cost next to nothing, for tests that are not about them. */
  readonly hasCheapHashes?: boolean
  /** Without an owner the server waits at its setup link, and `api` has no session. */
  readonly hasOwner?: boolean
}

const owner = { email: 'owner@example.com', password: 'a long enough password' }
const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
const cheapHashes = new URL('cheap-hashes.mjs', import.meta.url).href

/** Starts the real server as its own process and signs its owner in. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const hasOwner = options.hasOwner ?? true
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'keywright-server-')))
  const { program = main, under = [], cwd } = options
  const flags = [...gcFlags, ...(options.hasCheapHashes ? ['--import', cheapHashes] : [])]
  const words = options.executable === undefined ? [process.execPath, ...flags, program] : [options.executable]
  const [command = process.execPath, ...args] = [...under, ...words]
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: {
      PATH: process.env.PATH,
      ...serverEnv,
      DATA_DIR: dataDir,
      PORT: String(options.port ?? 0),
      RATE_LIMIT_SCALE: '1000',
      ...(hasOwner && { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const listening = new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      const origin = /(http:\/\/\S+:\d+)/.exec(output)?.[1]
      if (origin && /Stop it with|"message":"started"/.test(output)) resolve(origin)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  const origin = await listening
  const cookie = hasOwner ? await signIn(origin) : ''

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await gone
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  return {
    origin,
    dataDir,
    owner: { cookie, ...owner },
    process: child,
    output: () => output,
    async api<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(origin + path, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as T }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

export async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  })
  if (!response.ok) throw new Error(`sign-in failed: ${await response.text()}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** What `npm start` starts the server with: one folder of compiled code for all processes of a test run. */
export const serverEnv = serverEnvironment({})

/**
 * A larger young generation avoids dozens of garbage collections at startup. In tests only: benchmarks run the shipped
 * settings.
 */
const gcFlags = process.env.VITEST ? ['--min-semi-space-size=16', '--max-semi-space-size=32'] : []

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))

/** Runs one of the operator's commands to its end. */
export function runCli(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: { ...serverEnv, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  })
  return { code: status, text: stdout + stderr }
}
