import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { metricsToken, scrape } from '../harness/scrape.ts'
import { useOpened } from '../harness/use-suite.ts'
import { openWorld } from '../harness/world.ts'
import { root } from './repository-files.ts'

const alertsFile = join(root, 'deploy/prometheus/alerts.yml')
const configurationFile = join(root, 'deploy/prometheus/prometheus.yml')
const boardFile = join(root, 'deploy/grafana.json')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Of `promtool test rules`. */
interface CaseFile {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[]
  }[]
}

/** Names of metrics in an expression; `up` is Prometheus' own. */
const namesIn = (text: string) => new Set(text.match(/\b(?:keywright|http_server|nodejs|process)_[a-z0-9_]+\b/g) ?? [])

function promtool(args: readonly string[], input = ''): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** The answer of a server on which something of everything has happened. */
describeOnBothDatabases('the answer of /metrics', (open) => {
  const suite = useOpened(
    () => openWorld(open, { METRICS_TOKEN: metricsToken }),
    ({ test }) => test.close(),
  )
  const busyServer = async () => {
    const { test, w } = suite
    test.app.jobs.start()
    const person = await w.user()
    await w.login(person)
    await w.beat(await w.session(person))
    await test.app.jobs.flush()
    return scrape(test)
  }

  it.skipIf(!hasPromtool)('passes promtool check metrics', async () => {
    expect(promtool(['check', 'metrics'], await busyServer())).toEqual({ status: 0, said: '' })
  })

  it('has every metric that alert rules and Grafana board name', async () => {
    const text = await busyServer()
    const isPostgres = suite.database.engine === 'postgres'
    const served = new Set(text.match(/^[a-z0-9_]+/gm))
    for (const file of [alertsFile, boardFile]) {
      const named = [...namesIn(readFileSync(file, 'utf8'))]
      expect(named.length).toBeGreaterThan(5)
      const missing = named.filter((name) => !served.has(name))
      const ofFiles =
        file === boardFile ? 'keywright_sqlite_wal_bytes' : 'keywright_backup_last_success_timestamp_seconds'
      expect(missing).toEqual(isPostgres ? [ofFiles] : [])
    }
  })
})

describe('the alert rules', () => {
  it.skipIf(!hasPromtool)('pass promtool check rules', () => {
    expect(promtool(['check', 'rules', alertsFile])).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
  })

  it.skipIf(!hasPromtool)('tell of backups that are late or were never made, and of no others', () => {
    const cases = join(root, 'test/documents/backup-alerts.yml')
    expect(promtool(['test', 'rules', cases])).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
  })

  it.skipIf(!hasPromtool)(
    'tell of a clock that stays wrong, a job that stays without success and a delivery that nobody sends, and of no others',
    () => {
      const cases = join(root, 'test/documents/server-alerts.yml')
      expect(promtool(['test', 'rules', cases])).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
    },
  )

  it.skipIf(!hasPromtool)('tell of a server that is down, slow, failing or full, and of no other', () => {
    const cases = join(root, 'test/documents/load-alerts.yml')
    expect(promtool(['test', 'rules', cases])).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
  })

  it('have a case in which each fires, and one in which it does not', () => {
    const { groups } = parse(readFileSync(alertsFile, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
    expect(alerts.length).toBeGreaterThan(9)
    const looks = ['backup', 'server', 'load'].flatMap((name) => {
      const { tests } = parse(readFileSync(join(root, `test/documents/${name}-alerts.yml`), 'utf8')) as CaseFile
      return tests.flatMap(({ alert_rule_test: each }) => each)
    })
    const lacking = (isFiring: boolean) =>
      alerts.filter(
        (alert) =>
          !looks.some(({ alertname, exp_alerts: found }) => alertname === alert && found.length > 0 === isFiring),
      )
    expect({ firing: lacking(true), silent: lacking(false) }).toEqual({ firing: [], silent: [] })
  })

  it.skipIf(!hasPromtool)('are named by the configuration that is shipped, which passes promtool check config', () => {
    const { status, said } = promtool(['check', 'config', configurationFile])
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('1 rule files found') })
  })
})
