// Takes the Node.js library: `offline.mjs keywright.mjs <origin> <api key> <salt> <public key>` makes the calls it is told.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [, , path, origin, apiKey, hwidSalt, key] = process.argv
const { LicenseClient } = await import(pathToFileURL(path).href)
const timing = { heartbeatSeconds: 1, verifySeconds: 2, retrySeconds: 1, timeoutSeconds: 5 }
const options = { origin, apiKey, hwidSalt, version: '1.0', publicKeys: [key], ...timing }

const events = {
  lost: ({ code }) => console.log(`! lost ${code}`),
  offline: (until) => console.log(`! offline ${until}`),
  online: () => console.log('! online'),
}
const says = ({ code, ok, offlineUntil = 0 }) => `${code} ${ok} ${offlineUntil}`
let client
let monitor
const calls = {
  new: (offlineStart, folder) => {
    client = new LicenseClient({ ...options, offlineStart: offlineStart === 'yes', storeFolder: folder || null })
  },
  login: async (username, password) => says(await client.login(username, password)),
  license: async (licenseKey) => says(await client.license(licenseKey)),
  resume: async () => says(await client.resume()),
  monitor: async () => {
    monitor = await client.monitor(events)
  },
  logout: () => client.logout(),
  end: () => {
    monitor?.stop()
    return client.endSession()
  },
  feature: (name) => JSON.stringify(client.feature(name) ?? null),
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = line.split(' ')
  const said = await calls[name](...words.map((word) => Buffer.from(word, 'base64').toString()))
  console.log(`= ${said ?? 'done'}`)
}
