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
  return { code, trusted, message, retryAfter, addedDays, userId, offlineUntil, thrown: thrownBy(result) }
}

function thrownBy(result) {
  try {
    return result.orThrow() === result ? '' : 'another result'
  } catch (error) {
    const { name, code, httpStatus, retryAfter = 0, trusted, requestId = '', message } = error
    return name === 'KeywrightError' ? [code, httpStatus, retryAfter, trusted, requestId, message].join(' ') : name
  }
}

const calls = {
  login: ({ username, password }) => client.login(username, password),
  license: ({ key }) => client.license(key),
  register: ({ username, password, key }) => client.register(username, password, key),
  redeem: ({ key, username, password }) => client.redeem(key, username, password),
  verify: () => client.verify(),
  resume: () => client.resume(),
  start: () => client.startSession(),
  heartbeat: () => client.heartbeat(),
}

const others = {
  open: (options) => {
    const log = (level, event, fields) => say('log', { level, event, ...fields })
    client = new LicenseClient({ ...options, log })
  },
  monitor: async () => {
    const lost = (result) => say('lost', toFields(result))
    monitor = await client.monitor({ lost, offline: (until) => say('offline', { until }), online: () => say('online') })
  },
  status: () => ({ beats: monitor?.beats ?? 0, failures: monitor?.failures ?? 0, clockError: client.clockError }),
  features: () => ({ features: client.features() }),
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
  say(name, call ? toFields(await call(order)) : await others[name](order))
}
await client?.logout()
