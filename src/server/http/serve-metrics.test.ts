import { describe, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { readEvents } from '../../../test/harness/event-stream.ts'
import { metricsToken, scrape, seriesValue } from '../../../test/harness/scrape.ts'
import { useOpened, useTestAppOfEach } from '../../../test/harness/use-suite.ts'
import { startReceiver } from '../../../test/harness/webhook-receiver.ts'
import { createWorld, openWorld, password } from '../../../test/harness/world.ts'
import { contract } from '../../shared/contract/index.ts'
import { newestStep } from '../db/open.ts'

const env = { METRICS_TOKEN: metricsToken, RATE_LIMIT_SCALE: '1000', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }

describeOnBothDatabases('metrics', (open) => {
  const suite = useOpened(
    () => openWorld(open, env),
    ({ test }) => test.close(),
  )

  it('ten logins of which three are refused are counted as seven and three', async () => {
    const { test, w } = suite
    const people = await Promise.all(Array.from({ length: 10 }, () => w.user()))
    const before = await scrape(test)
    await Promise.all(people.map((person, index) => w.login(person, index < 3 ? { password: 'wrong' } : {})))
    const after = await scrape(test)
    const grown = (series: string) => seriesValue(after, series) - seriesValue(before, series)
    expect(grown('keywright_outcomes_total{call="login",code="login_successful"}')).toBe(7)
    expect(grown('keywright_outcomes_total{call="login",code="invalid_credentials"}')).toBe(3)
    const requests = 'http_server_request_duration_seconds_count{http_request_method="POST",http_route="/api/v1/login"'
    expect(grown(`${requests},http_response_status_code="200"}`)).toBe(7)
    expect(grown(`${requests},http_response_status_code="401"}`)).toBe(3)
    expect(grown('keywright_password_hash_duration_seconds_count')).toBeGreaterThanOrEqual(10)
    expect(seriesValue(after, 'keywright_password_queue_length')).toBe(0)
  })

  it('sessions are counted by the job, and no scrape asks the database', async () => {
    const { test, w } = suite
    await test.app.jobs.flush()
    const before = seriesValue(await scrape(test), 'keywright_sessions_live')
    const person = await w.user()
    await w.login(person)
    await w.session(person)
    expect(seriesValue(await scrape(test), 'keywright_sessions_live')).toBe(before)
    await test.app.jobs.flush()
    expect(seriesValue(await scrape(test), 'keywright_sessions_live')).toBe(before + 1)
  })

  it('a delivery that nobody sends is told by how long it is overdue, and one to an endpoint that gets nothing now is not', async () => {
    const { test, maker, database } = suite
    const overdue = async () => {
      await test.app.jobs.flush()
      return seriesValue(await scrape(test), 'keywright_webhook_oldest_pending_seconds')
    }
    const own = await createWorld({ test, maker, database }, maker)
    const receiver = await startReceiver()
    const hook = { url: receiver.url, applicationId: own.applicationId, events: ['user_login'] }
    const { id } = await own.dashboard<{ id: number }>('POST', '/api/webhooks', hook)
    const pending = async () => seriesValue(await scrape(test), 'keywright_webhook_pending')
    expect(await overdue()).toBe(0)
    const before = await pending()
    await own.login(await own.user())
    await test.app.webhooks.queueMessages()
    test.clock.advance(901_000)
    expect(await pending()).toBe(before)
    expect(await overdue()).toBe(901)
    expect(await pending()).toBe(before + 1)
    receiver.answerWith((response) => response.writeHead(500).end())
    await test.app.webhooks.deliverDue()
    await receiver.close()
    expect(await overdue()).toBe(0)
    test.clock.advance(3_600_000)
    expect(await overdue()).toBeGreaterThan(3_000)
    await own.dashboard('PUT', `/api/webhooks/${id}`, { isActive: false })
    expect(await overdue()).toBe(0)
  })

  it('deliveries of webhooks are counted by their result', async () => {
    const { test, maker, database } = suite
    const receiver = await startReceiver()
    const own = await createWorld({ test, maker, database }, maker)
    await own.dashboard('POST', '/api/webhooks', {
      url: receiver.url,
      applicationId: own.applicationId,
      events: ['user_login'],
    })
    const person = await own.user()
    const before = await scrape(test)
    receiver.answerWith((response) => response.end('ok'))
    await own.login(person)
    await test.app.webhooks.deliverDue()
    receiver.answerWith((response) => response.writeHead(500).end())
    await own.login(person)
    await test.app.webhooks.deliverDue()
    await receiver.close()
    const after = await scrape(test)
    for (const result of ['delivered', 'failed']) {
      const series = `keywright_webhook_deliveries_total{result="${result}"}`
      expect([result, seriesValue(after, series) - seriesValue(before, series)]).toEqual([result, 1])
    }
  })

  it('200 unknown paths, methods and users make no series of their own', async () => {
    const { test, w } = suite
    await Promise.all([test.call('GET', '/unknown'), w.login({ username: 'nobody' })])
    const before = await scrape(test)
    for (let each = 0; each < 200; each += 1) {
      await test.call('GET', `/unknown/${each}?page=${each}`)
      await test.call('GET', `/api/applications/${1_000_000 + each}`)
      await w.login({ username: `nobody-${each}` }, {}, { ip: `10.200.0.${each}` })
    }
    const after = await scrape(test)
    const names = (text: string) => text.split('\n').map((line) => line.replace(/ [^ ]+$/, ''))
    expect(
      names(after).filter((name) => !names(before).includes(name) && !name.includes('/api/applications/:')),
    ).toEqual([])
    const none = 'http_server_request_duration_seconds_count{http_request_method="GET",http_route="none"'
    expect(seriesValue(after, `${none},http_response_status_code="404"}`)).toBeGreaterThanOrEqual(200)
    expect(after.split('\n').length).toBeLessThan(2000)
  })

  it('what the database does is counted by operation', async () => {
    const { test, w, database } = suite
    const before = await scrape(test)
    await w.settings({ description: 'changed' })
    const operation = database.engine === 'postgres' ? 'change' : 'commit'
    const series = `keywright_db_query_duration_seconds_count{operation="${operation}"}`
    expect(seriesValue(await scrape(test), series)).toBeGreaterThan(seriesValue(before, series))
  })

  it('names of applications, users and addresses never appear', async () => {
    const { test, w } = suite
    const person = await w.user({ username: 'a-name-of-a-user' })
    await w.settings({ name: 'a-name-of-an-application' })
    await w.login(person)
    const text = await scrape(test)
    for (const secret of ['a-name-of', w.apiKey, w.ip, password, w.maker.email, metricsToken]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('protection of metrics', () => {
  const open = useTestAppOfEach({ env: { METRICS_TOKEN: metricsToken } })
  const closed = useTestAppOfEach()

  it('a stranger, and who sends a wrong token or a session, gets what an unknown path gives', async () => {
    const owner = await open.account('owner')
    const unknown = await open.call('GET', '/no-such-path')
    expect(unknown.status).toBe(404)
    const tries = [
      {},
      { authorization: `Bearer ${metricsToken}x` },
      { authorization: metricsToken },
      { cookie: owner.cookie },
    ]
    for (const headers of tries) {
      const answer = await open.call<{ code: string; requestId: string }>('GET', '/metrics', { headers })
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('keywright_')
      expect({ ...answer.body, requestId: '' }).toEqual({ ...(unknown.body as object), requestId: '' })
    }
    expect(await scrape(open)).toContain(
      `keywright_build_info{version="0.0.0-test",schema="${newestStep}",engine="sqlite"} 1`,
    )
  })

  it('the right token passes beside 200 wrong ones at once from its address, and after them', async () => {
    const send = (token: string, ip: string) =>
      open.call('GET', '/metrics', { ip, headers: { authorization: `Bearer ${token}` } })
    const wrong = Array.from({ length: 200 }, (_, index) => send(`${metricsToken}${index}`, '10.0.0.9'))
    const [right, ...refused] = await Promise.all([send(metricsToken, '10.0.0.9'), ...wrong])
    expect([right.status, new Set(refused.map(({ status }) => status))]).toEqual([200, new Set([404])])
    expect((await send(metricsToken, '10.0.0.9')).status).toBe(200)
  })

  it('a limit that is used up is counted by its name, at 200 calls at once for each that is refused', async () => {
    const series = 'keywright_rate_limited_total{limit="invalidKeys"}'
    expect(await scrape(open)).toContain(`\n${series} 0\n`)
    const headers = { 'x-api-key': 'kw_live_nobody-has-this-key-00000000000' }
    const ask = () =>
      open.call('POST', '/api/v1/login', { body: { username: 'a', password: 'b' }, headers, ip: '10.9.9.9' })
    const answers = await Promise.all(Array.from({ length: 200 }, ask))
    const refused = answers.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(100)
    expect(seriesValue(await scrape(open), series)).toBe(refused)
  })

  it('calls of every route leave a scrape below 2,000 lines, with series of their own for the client API', async () => {
    for (const key of Object.keys(contract)) {
      const [method = '', path = ''] = key.replaceAll(/:\w+/g, '1').split(' ')
      await open.call(method, path, { body: method === 'GET' ? undefined : {} })
    }
    const text = await scrape(open)
    expect(text.split('\n').length).toBeLessThan(2000)
    const requests = 'http_server_request_duration_seconds_count{http_request_method='
    expect(
      seriesValue(text, `${requests}"_OTHER",http_route="other",http_response_status_code="401"}`),
    ).toBeGreaterThan(10)
    for (const call of ['login', 'register', 'license', 'verify', 'session/track']) {
      expect(text).toContain(`${requests}"POST",http_route="/api/v1/${call}"`)
    }
  })

  it('requests under way and open pages are counted until they end, also when their caller leaves', async () => {
    const origin = await open.http.listen({ host: '127.0.0.1', port: 0 })
    const { cookie } = await open.account()
    const headers = { authorization: `Bearer ${metricsToken}` }
    const counts = async () => {
      const text = await (await fetch(`${origin}/metrics`, { headers })).text()
      return [seriesValue(text, 'http_server_active_requests'), seriesValue(text, 'keywright_live_streams')]
    }
    expect(await counts()).toEqual([1, 0])
    const reader = await readEvents(origin, cookie)
    expect(await counts()).toEqual([2, 1])
    reader.close()
    await expect.poll(counts).toEqual([1, 0])
  })

  it('who asks for OpenMetrics gets it, as Prometheus does: the same series, described by its names', async () => {
    const ask = (accept: string) =>
      open.call('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}`, accept } })
    await ask('text/plain')
    const asked = await ask('application/openmetrics-text;version=1.0.0,application/openmetrics-text;q=0.8,*/*;q=0.1')
    expect(asked.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const lines = asked.text.split('\n')
    expect(lines.slice(-2)).toEqual(['# EOF', ''])
    expect(lines).toContain('# TYPE keywright_rate_limited counter')
    expect(lines.filter((line) => /^# (HELP|TYPE) \S+_total /.test(line))).toEqual([])
    // each series belongs to the description before it
    let described = ''
    const strays = lines.slice(0, -2).filter((line) => {
      described = /^# TYPE (\S+)/.exec(line)?.[1] ?? described
      return !line.startsWith('#') && !line.startsWith(described)
    })
    expect(strays).toEqual([])
    const series = (text: string) => text.match(/^\w+(\{.*\})? /gm)
    const plain = await ask('text/plain')
    expect(plain.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(plain.text).not.toContain('EOF')
    expect(new Set(series(asked.text))).toEqual(new Set(series(plain.text)))
  })

  it('without a configured token there are none', async () => {
    const headers = { authorization: 'Bearer undefined' }
    expect((await closed.call('GET', '/metrics', { headers })).status).toBe(404)
  })
})
