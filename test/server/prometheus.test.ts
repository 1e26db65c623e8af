import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../documents/repository-files.ts'
import { createTestApp } from '../harness/create-test-app.ts'
import { freePort } from '../harness/free-port.ts'
import { metricsToken } from '../harness/scrape.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0

interface Target {
  readonly health: string
  readonly lastError: string
}

it.skipIf(!hasPrometheus)(
  'a real Prometheus with the shipped configuration reads the server in the format that it prefers, and loads the alert rules',
  async () => {
    const { options, remove } = await temporaryFolder()
    onTestFinished(remove)
    const folder = options.dataDir
    const test = await createTestApp({ env: { METRICS_TOKEN: metricsToken } })
    onTestFinished(() => test.close())
    let accept = ''
    test.http.server.on('request', ({ headers }) => {
      accept = headers.accept ?? ''
    })
    const origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
    const shipped = await readFile(join(root, 'deploy/prometheus/prometheus.yml'), 'utf8')
    const configuration = shipped
      .replace('the METRICS_TOKEN of the server', metricsToken)
      .replace('127.0.0.1:3000', new URL(origin).host)
      .replace('scrape_interval: 15s', 'scrape_interval: 200ms')
    await writeFile(join(folder, 'prometheus.yml'), configuration)
    await copyFile(join(root, 'deploy/prometheus/alerts.yml'), join(folder, 'alerts.yml'))
    const address = `127.0.0.1:${await freePort()}`
    const words = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
    const prometheus = spawn('prometheus', [...words, `--web.listen-address=${address}`], { stdio: 'ignore' })
    const ended = once(prometheus, 'exit')
    onTestFinished(async () => {
      prometheus.kill('SIGKILL')
      await ended
    })
    const ask = async <T>(path: string): Promise<T | undefined> => {
      const answer = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined)
      if (!answer?.ok) return undefined
      return ((await answer.json()) as { data: T }).data
    }
    const target = async () => {
      const found = await ask<{ activeTargets: Target[] }>('targets')
      const [only] = found?.activeTargets ?? []
      return only?.health === 'unknown' ? undefined : only
    }
    await expect.poll(target, { timeout: 60_000 }).toMatchObject({ health: 'up', lastError: '' })
    const headers = { authorization: `Bearer ${metricsToken}`, accept }
    const { headers: answered } = await test.call('GET', '/metrics', { headers })
    expect(answered['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const series = async (query: string) =>
      (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`))?.result.length
    await expect.poll(() => series('keywright_build_info == 1'), { timeout: 20_000 }).toBe(1)
    expect(await series('keywright_rate_limited_total')).toBeGreaterThan(10)
    const own = 'http_server_request_duration_seconds_bucket{http_route="/metrics",le="+Inf"} > 0'
    await expect.poll(() => series(own), { timeout: 20_000 }).toBe(1)
    const rules = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
    expect(rules?.groups.flatMap((group) => group.rules.map(({ name }) => name))).toContain('KeywrightDown')
  },
  120_000,
)
