// Obeys one line of JSON after the other and answers each with one: `driver.mjs <file with the library>`. The end of the
// input is a logout.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const { LicenseClient } = await import(pathToFileURL(process.argv[2]).href)
const say = (is, fields) => console.log(JSON.stringify({ is, ...fields }))
let client
let monitor

const toFields = (result) => {
  const { code, trusted, message, retryAfter = 0, addedDays = 0, userId = 0, offlineUntil = 0 } = result
  const { requestId = '', graceUntil = '' } = result
  const about = { retryAfter, addedDays, userId, offlineUntil, requestId, graceUntil, thrown: thrownBy(result) }
  return { code, trusted, message, ...about }
}

function thrownBy(result) {
  try {
    return result.orThrow() === result ? '' : 'another result'
  } catch (error) {
    const { name, code, httpStatus, retryAfter = 0, trusted, requestId = '', message } = error
    return name === 'KeywrightError' ? [code, httpStatus, retryAfter, trusted, requestId, message].join(' ') : name
  }
}

/** What gives the call up after so many seconds. */
function optionsOf({ cancelAfter }) {
  if (cancelAfter === undefined) return []
  const cancellation = new AbortController()
  if (cancelAfter === 0) cancellation.abort()
  else setTimeout(() => cancellation.abort(), cancelAfter * 1000).unref()
  return [{ signal: cancellation.signal }]
}

const calls = {
  login: ({ username, password }, more) => client.login(username, password, ...more),
  license: ({ key }, more) => client.license(key, ...more),
  register: ({ username, password, key }, more) => client.register(username, password, key, undefined, ...more),
  redeem: ({ key, username, password }, more) => client.redeem(key, username, password, ...more),
  verify: (_order, more) => client.verify(...more),
  resume: (_order, more) => client.resume(...more),
  start: (_order, more) => client.startSession(...more),
  heartbeat: (_order, more) => client.heartbeat(...more),
  install: ({ text }) => client.offline.install(text),
}

/** The option without which that cannot be done. */
function refused(work) {
  try {
    return { refused: '', ...work() }
  } catch (error) {
    return { refused: error.option }
  }
}

const others = {
  open: (options) => {
    const log = (level, event, fields) => say('log', { level, event, ...fields })
    return refused(() => {
      client = new LicenseClient({ ...options, log })
    })
  },
  request: ({ username, key }) => refused(() => ({ text: client.offline.request({ username, licenseKey: key }) })),
  monitor: async () => {
    const lost = (result) => say('lost', toFields(result))
    const status = (result) => say('verified', toFields(result))
    const events = { lost, status, offline: (until) => say('offline', { until }), online: () => say('online') }
    monitor = await client.monitor(events)
  },
  status: () => ({ beats: monitor?.beats ?? 0, failures: monitor?.failures ?? 0, clockError: client.clockError }),
  features: () => ({ features: client.features() }),
  lease: () => client.lease() ?? { until: 0, mayStart: false, features: {} },
  feature: ({ name }) => ({ value: client.feature(name) ?? null }),
  end: () => {
    monitor?.stop()
    return client.endSession()
  },
  logout: () => client.logout(),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { do: name, ...order } = JSON.parse(line)
  const call = calls[name]
  say(name, call ? toFields(await call(order, optionsOf(order))) : await others[name](order))
}
await client?.logout()
