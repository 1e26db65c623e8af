import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../documents/repository-files.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const programs = ['buildah', 'mmdebstrap']
const isInstalled = programs.every((name) => programOf(name) !== undefined)

/** Whether images can be built here; where everything is required, their absence fails the tests. */
export const hasImages = isInstalled || process.env.REQUIRE_ALL === '1'

interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Volumes: Readonly<Record<string, object>>
  /** Times in nanoseconds. */
  readonly Healthcheck: {
    readonly Test: readonly string[]
    readonly Interval: number
    readonly Timeout: number
    readonly StartPeriod: number
    readonly Retries: number
  }
}

export interface ContainerImage {
  readonly config: ImageConfig
  /** A new container. What it writes is seen by nobody else. */
  container(): Promise<Container>
  /** Ends what still runs in its containers, and removes them all. */
  remove(): Promise<void>
}

interface Container {
  /** Runs a program in it as its user, and resolves with how it ended. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<{ code: number; output: string }>
  /** Runs its entry point and resolves when the server listens. */
  start(env?: Readonly<Record<string, string>>): Promise<RunningContainer>
}

interface RunningContainer {
  readonly origin: string
  readonly port: number
  output(): string
  /** Sends SIGTERM to the server itself, as a container engine does, and resolves with its exit code. */
  stop(): Promise<number | null>
}

/**
 * Builds the image with the repository's Containerfile, on a base of Debian's packages with the Node that runs this. No
 * registry of images is asked. Containers are a changed root and a user, on this machine's network.
 */
export async function buildImage(): Promise<ContainerImage> {
  const missing = programs.filter((name) => programOf(name) === undefined)
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`)
  // not the folder of the other tests, which may lie in memory: an image has gigabytes while it is made
  const folder = await mkdtemp('/var/tmp/keywright-image-')
  const driver = (await canOverlay(folder)) ? 'overlay' : 'vfs'
  const stores = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', driver]
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  const buildah = async (...words: string[]) => {
    const { stdout } = await run('buildah', [...stores, ...words], { env, maxBuffer: 64 * 1024 * 1024 })
    return stdout.trim()
  }
  const started: RunningContainer[] = []
  const remove = async () => {
    await Promise.all(started.map((container) => container.stop().catch(() => {})))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await makeBase(buildah, folder)
    const build = ['bud', '--format', 'docker', '--build-arg', 'BASE=localhost/base', '--tag', 'keywright']
    await buildah(...build, ...npmSettings(), '--file', join(root, 'Containerfile'), root)
    const inspected = JSON.parse(await buildah('inspect', '--type', 'image', 'keywright')) as {
      Docker: { config: ImageConfig }
    }
    const { config } = inspected.Docker
    return {
      config,
      async container() {
        const name = await buildah('from', '--pull-never', 'keywright')
        const inside = (words: readonly string[], given: Readonly<Record<string, string>>) =>
          spawn('buildah', [...stores, 'run', ...settingsOf(given), name, '--', ...words], { env })
        return {
          run: async (words, given = {}) => endOf(inside(words, given)),
          start: async (given = {}) => {
            const running = await startIn((port) => inside(config.Entrypoint, { ...given, PORT: String(port) }))
            started.push(running)
            return running
          },
        }
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Whether a layer can lie over another here; else each is a copy of all below it, which takes a minute in all. */
async function canOverlay(folder: string): Promise<boolean> {
  const [lower, upper, work, merged] = ['lower', 'upper', 'work', 'merged'].map((name) => join(folder, 'probe', name))
  for (const each of [lower, upper, work, merged]) await mkdir(each ?? '', { recursive: true })
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`
  const mount = run('mount', ['-t', 'overlay', 'overlay', '-o', options, merged ?? ''])
  const isMounted = await mount.then(
    () => true,
    () => false,
  )
  if (isMounted) await run('umount', [merged ?? ''])
  await rm(join(folder, 'probe'), { recursive: true })
  return isMounted
}

type Buildah = (...words: string[]) => Promise<string>

async function makeBase(buildah: Buildah, folder: string): Promise<void> {
  const archive = join(folder, 'debian.tar')
  const debian = ['--variant=essential', '--include=ca-certificates,libstdc++6', 'bookworm', archive]
  await run('mmdebstrap', debian, { maxBuffer: 64 * 1024 * 1024 })
  const npmFolder = dirname(dirname(await realpath(programOf('npm') ?? '')))
  const node = join(folder, 'node')
  await mkdir(join(node, 'bin'), { recursive: true })
  await cp(process.execPath, join(node, 'bin', 'node'))
  await cp(npmFolder, join(node, 'lib/node_modules/npm'), { recursive: true })
  const base = await buildah('from', 'scratch')
  await buildah('add', base, archive, '/')
  await buildah('copy', base, node, '/usr/local')
  await buildah('run', base, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  await buildah('commit', '--rm', base, 'localhost/base')
  await rm(archive)
}

/** How this machine reaches its package registry: settings of npm, and the certificates that they name. */
function npmSettings(): string[] {
  const home = process.env.HOME ?? '/root'
  const files = [
    [join(home, '.npmrc'), '/root/.npmrc'],
    ['/etc/npmrc', '/usr/local/etc/npmrc'],
    ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt'],
  ] as const
  return files.flatMap(([here, there]) => (existsSync(here) ? ['--volume', `${here}:${there}:ro`] : []))
}

const settingsOf = (env: Readonly<Record<string, string>>) =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])

function endOf(child: ChildProcess): Promise<{ code: number; output: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; output: string }>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.once('error', reject)
  child.once('close', (code) => resolve({ code: code ?? -1, output }))
  return promise
}

async function startIn(begin: (port: number) => ChildProcess): Promise<RunningContainer> {
  const port = await freePort()
  const child = begin(port)
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Stop it with')) resolve()
      })
    }
  })
  await Promise.race([
    listening,
    ended.then((code) => Promise.reject(new Error(`the container ended with ${code}:\n${output}`))),
  ])
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    output: () => output,
    async stop() {
      process.kill(await serverBelow(child.pid ?? 0), 'SIGTERM')
      return ended
    },
  }
}

/** The server's own process: buildah stands between, where a container engine does not. */
async function serverBelow(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args='])
  const all = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
  const below = (parent: string): (readonly string[])[] =>
    all.filter(([, , of]) => of === parent).flatMap((one) => [one, ...below(one[1] ?? '')])
  const server = below(String(pid)).find(([, , , args = '']) => /^\S*node \S*keywright\.mjs/.test(args))
  if (server === undefined) throw new Error(`no server below ${pid}`)
  return Number(server[1])
}

function programOf(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
