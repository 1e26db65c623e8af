/**
 * Never in a web page: everyone can read the key there. Keywright in plain JavaScript for Node.js 18 and later, the three
 * calls and nothing else. The Node.js sample keeps the session alive and checks that the answers are the server's own.
 *
 * Windows, Linux, macOS:      node quickstart.mjs <username> <password>
 * with a registration first:  node quickstart.mjs <username> <password> <license key>
 */
import { hostname } from 'node:os'

// #region config
const API_KEY = 'YOUR_API_KEY'
const APP_VERSION = '1.0.0'
const ORIGIN = 'http://localhost:3000'
// #endregion

const program = { version: APP_VERSION, hwid: `HWID-FALLBACK-${hostname()}`.slice(0, 128) }

// #region calls
const register = (username, password, licenseKey) =>
  post('register', { username, password, license_key: licenseKey, ...program })

const login = (username, password) => post('login', { username, password, ...program })

const verify = (userId) => post('verify', { user_id: userId })

/** The server's answer, also when it is a refusal; success, message and more. */
async function post(path, body) {
  const headers = { 'content-type': 'application/json', 'x-api-key': API_KEY, 'user-agent': 'keywright-javascript' }
  // a redirect would take the key to another host
  const options = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' }
  try {
    const response = await fetch(`${ORIGIN}/api/v1/${path}`, { ...options, signal: AbortSignal.timeout(30_000) })
    const answer = await response.json().catch(() => null)
    if (typeof answer?.success === 'boolean') return { ...answer, wait: response.headers.get('retry-after') }
    return { success: false, message: `Connection error: ${response.status} ${response.statusText}` }
  } catch (error) {
    return { success: false, message: `Connection error: ${error.cause?.code ?? error.message}` }
  }
}
// #endregion

async function main([username, password, licenseKey]) {
  const registered = licenseKey ? await register(username, password, licenseKey) : undefined
  const user = registered && !registered.success ? registered : await login(username, password)
  const verified = user.success ? await verify(user.user_id) : undefined
  for (const answer of [registered, user, verified]) if (answer && answer !== verified) console.log(answer.message)
  if (user.wait) console.log(`Please wait ${user.wait} seconds.`)
  if (verified && !verified.success) console.log(`Session verification failed. ${verified.message}`)
  if (!verified?.success) process.exitCode = 1
  else console.log(`User ID: ${user.user_id}\nUsername: ${user.username}\nExpires: ${user.expires_at ?? 'Never'}`)
}

await main(process.argv.slice(2))
