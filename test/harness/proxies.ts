import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { selfSigned } from './self-signed.ts'

export const proxyNames = ['caddy', 'nginx', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

export interface RunningProxy {
  readonly port: number
  /** The certificate that it shows, which its clients must trust. */
  readonly certificate: string
  stop(): Promise<void>
}

/** Whether the proxy can be run here; where everything is required, its absence fails the tests. */
export const hasProxy = (name: ProxyName) => programOf(name) !== undefined || process.env.REQUIRE_ALL === '1'

interface ProxyOptions {
  /** HAProxy: further servers behind it. */
  readonly others?: readonly string[]
  /** HAProxy: how often it asks a server whether it is ready. */
  readonly checkMs?: number
}

/** Starts the real proxy with the recipe of `deploy/proxy` before a server; HAProxy also before several. */
export async function startProxy(
  name: ProxyName,
  origin: string,
  { others = [], checkMs = 1_000 }: ProxyOptions = {},
): Promise<RunningProxy> {
  const program = programOf(name)
  if (program === undefined) throw new Error(`${name} is not installed`)
  const folder = await mkdtemp(join(tmpdir(), `keywright-${name}-`))
  const { key, cert } = selfSigned()
  const targets = [origin, ...others].map((origin) => new URL(origin).host)
  const [target = ''] = targets
  const place = { folder, port: await freePort(), plainPort: await freePort(), target, targets, checkMs }
  await writeFile(join(folder, 'site.pem'), `${cert}\n${key}\n`)
  const { file, text, args } = recipes[name](place)
  await writeFile(join(folder, file), text)
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const gone = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  while (!(await acceptsTls(place.port))) {
    if (!isRunning()) throw new Error(`${name} ended:\n${output}`)
    await sleep(20)
  }
  return {
    port: place.port,
    certificate: cert,
    async stop() {
      if (isRunning()) child.kill('SIGTERM')
      const slow = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await gone
      clearTimeout(slow)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  /** Host and port of the server behind it. */
  readonly target: string
  readonly targets: readonly string[]
  readonly checkMs: number
}

/** The recipe with this machine's ports and certificate, and nothing else changed. */
const recipes: Readonly<Record<ProxyName, (place: Place) => { file: string; text: string; args: string[] }>> = {
  caddy: ({ folder, port, target }) => ({
    file: 'Caddyfile',
    text: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${edited('Caddyfile', {
      'licenses.example.com {': `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/site.pem ${folder}/site.pem`,
      '127.0.0.1:3000': target,
    })}`,
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
  }),
  nginx: ({ folder, port, plainPort, target }) => ({
    file: 'nginx.conf',
    text: `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
client_body_temp_path ${folder}/body;
proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi;
uwsgi_temp_path ${folder}/uwsgi;
scgi_temp_path ${folder}/scgi;
${edited('nginx.conf', {
  'listen 443': `listen 127.0.0.1:${port}`,
  'listen 80': `listen 127.0.0.1:${plainPort}`,
  'server 127.0.0.1:3000': `server ${target}`,
  '/etc/letsencrypt/live/licenses.example.com/fullchain.pem': `${folder}/site.pem`,
  '/etc/letsencrypt/live/licenses.example.com/privkey.pem': `${folder}/site.pem`,
})}}
`,
    args: ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
  }),
  haproxy: ({ folder, port, targets, checkMs }) => ({
    file: 'haproxy.cfg',
    text: edited('haproxy.cfg', {
      // tests may open fewer files than a server
      'maxconn 20000': 'maxconn 200',
      'bind :443': `bind 127.0.0.1:${port}`,
      '/etc/haproxy/keywright.pem': `${folder}/site.pem`,
      '  server node1 127.0.0.1:3000 check inter 1s fall 2 rise 1': targets
        .map((target, index) => `  server node${index + 1} ${target} check inter ${checkMs} fall 2 rise 1`)
        .join('\n'),
    }),
    args: ['-db', '-f', join(folder, 'haproxy.cfg')],
  }),
}

function edited(file: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(fileURLToPath(new URL(`../../deploy/proxy/${file}`, import.meta.url)), 'utf8')
  for (const [before, after] of Object.entries(changes)) {
    if (!text.includes(before)) throw new Error(`deploy/proxy/${file} has no ${before}`)
    text = text.replaceAll(before, after)
  }
  return text
}

function programOf(name: ProxyName): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** Whether a server speaks TLS at this port; of one version if it is given. */
export function acceptsTls(port: number, version?: 'TLSv1.1' | 'TLSv1.2'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      // only asked whether it speaks
      rejectUnauthorized: false,
      // the old version is refused by our own side otherwise
      ...(version && { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }),
    })
    const end = (isAccepted: boolean) => {
      socket.destroy()
      resolve(isAccepted)
    }
    socket.once('secureConnect', () => end(true))
    socket.once('error', () => end(false))
  })
}
