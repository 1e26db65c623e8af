import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settings } from '../../src/server/config.ts'
import { readFromRoot, root } from './repository-files.ts'

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly ulimits?: { readonly nofile: number }
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets?: Readonly<Record<string, object>>
  readonly volumes: Readonly<Record<string, object | null>>
  readonly networks: Readonly<Record<string, { ipam: { config: { subnet: string }[] } }>>
}

const uid = /^USER (\d+):\d+$/m.exec(readFromRoot('Containerfile'))?.[1] ?? ''
/** Longest end of a server beside DRAIN_SECONDS: 10 s for calls under way, and what closing takes. */
const endSeconds = 11
const known = new Set(Object.keys(settings))
const unknownSettings = (names: readonly string[]) => names.filter((name) => !known.has(name.replace(/_FILE$/, '')))

describe.each(['deploy/compose.yml', 'deploy/compose.postgres.yml'])('%s', (path) => {
  const { services, secrets = {}, volumes, networks } = parse(readFromRoot(path), { merge: true }) as Compose
  const all = Object.entries(services)
  const own = all.filter(([, { image }]) => image === 'keywright')

  it('gives the servers no rights, nothing to write but their data, and time to end', () => {
    expect(own.length).toBeGreaterThan(0)
    for (const [name, service] of own) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        ulimits: { nofile: 262_144 },
      })
      const drain = Number(service.environment?.DRAIN_SECONDS ?? 0)
      expect(Number.parseInt(service.stop_grace_period ?? '', 10), name).toBeGreaterThan(drain + endSeconds)
      const temporary = service.tmpfs ?? []
      expect(temporary, name).toContain('/tmp')
      for (const one of temporary.filter((place) => place.startsWith('/data'))) expect(one).toContain(`uid=${uid}`)
      const hasData = [...(service.volumes ?? []), ...temporary].some((place) => /(^|:)\/data(:|$)/.test(place))
      expect(hasData, name).toBe(true)
    }
  })

  it('names settings that the server knows, and the network of its proxy', () => {
    for (const [name, { environment = {}, networks: joined = [] }] of own) {
      expect(unknownSettings(Object.keys(environment)), name).toEqual([])
      const subnets = joined.flatMap((network) => networks[network]?.ipam.config.map(({ subnet }) => subnet))
      expect(subnets, name).toEqual([environment.TRUST_PROXY])
    }
    expect(unknownSettings(['DATABSE_URL', 'MASTER_KEY_FILE'])).toEqual(['DATABSE_URL'])
  })

  it('uses what it declares, and declares what it uses', () => {
    const used = (list: (service: Service) => readonly string[]) =>
      [...new Set(all.flatMap(([, one]) => list(one)))].sort()
    expect(used(({ secrets: some = [] }) => some)).toEqual(Object.keys(secrets).sort())
    const named = used(({ volumes: some = [] }) => some.map((volume) => volume.split(':')[0] ?? ''))
    expect(named.filter((name) => !name.startsWith('.'))).toEqual(Object.keys(volumes).sort())
    for (const file of named.filter((name) => name.startsWith('.'))) {
      expect(existsSync(join(root, 'deploy', file)), file).toBe(true)
    }
    const waitedFor = used(({ depends_on: on = [] }) => (Array.isArray(on) ? on : Object.keys(on)))
    expect(Object.keys(services)).toEqual(expect.arrayContaining(waitedFor))
    for (const [, { environment = {} }] of own) {
      for (const [, file] of Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))) {
        expect(Object.keys(secrets)).toContain(file.replace('/run/secrets/', ''))
      }
    }
  })

  it('asks for the name of the site instead of starting with another', () => {
    expect(readFromRoot(path)).toMatch(/PUBLIC_URL: https:\/\/\$\{SITE:\?/)
  })
})

const hasCaddy =
  process.env.REQUIRE_ALL === '1' ||
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'caddy')))

it.skipIf(!hasCaddy)('Caddy takes its configuration of the compose files, before one server and before two', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-caddy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const adapt = (text: string, upstream: string) => {
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, text)
    return spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, SITE: 'licenses.example.com', UPSTREAM: upstream },
    })
  }
  const text = readFromRoot('deploy/container.Caddyfile')
  for (const upstream of ['keywright:3000', 'first:3000 second:3000']) {
    const { status, stdout, stderr } = adapt(text, upstream)
    expect(status, stderr).toBe(0)
    for (const address of upstream.split(' ')) expect(stdout).toContain(`"dial":"${address}"`)
    expect(stdout).toContain('"uri":"/readyz"')
  }
  expect(adapt(text.replace('health_uri', 'helth_uri'), 'keywright:3000').status).not.toBe(0)
})

describe('deploy/kubernetes.yaml', () => {
  const objects = parseAllDocuments(readFromRoot('deploy/kubernetes.yaml')).map((one) => {
    expect(one.errors).toEqual([])
    return one.toJS()
  })
  const deployment = objects.find(({ kind }) => kind === 'Deployment')
  const pod = deployment.spec.template.spec
  const [container] = pod.containers

  it('runs as the user of the image, without rights, with its data and temporary files to write', () => {
    expect(String(pod.securityContext.runAsUser)).toBe(uid)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const mounted = container.volumeMounts as { name: string; mountPath: string }[]
    expect(mounted.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    expect(mounted.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }: { name: string }) => name))
  })

  it('is replaced without a gap, and ends within its time', () => {
    const env = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    expect(unknownSettings(Object.keys(env))).toEqual([])
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(env.DRAIN_SECONDS) + endSeconds)
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
    const budget = objects.find(({ kind }) => kind === 'PodDisruptionBudget')
    const service = objects.find(({ kind }) => kind === 'Service')
    expect(budget.spec.selector.matchLabels).toEqual(deployment.spec.template.metadata.labels)
    expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels)
  })
})
