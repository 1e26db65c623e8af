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

const parse = async (text) => JSON.parse(text)
const program = { version: APP_VERSION, hwid: `HWID-FALLBACK-${hostname()}`.slice(0, 128) }

// #region calls
const register = (username, password, licenseKey) =>
  post('register', { username: username.trim(), password, license_key: licenseKey.trim(), ...program })

const login = (username, password) => post('login', { username: username.trim(), password, ...program })

const verify = (userId) => post('verify', { user_id: userId })

/** The server's answer, also when it is a refusal; success, message and more. */
async function post(path, body) {
  const agent = `keywright-javascript/${APP_VERSION}`
  const headers = { 'content-type': 'application/json', 'x-api-key': API_KEY, 'user-agent': agent }
  // a redirect would take the key to another host
  const options = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' }
  try {
    const response = await fetch(`${ORIGIN}/api/v1/${path}`, { ...options, signal: AbortSignal.timeout(30_000) })
    const { status, statusText } = response
    const text = await response.text()
    const answer = await parse(text).catch(() => undefined)
    const raw = answer
      ? ''
      : text
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, 200)
    const message = answer?.message || `${status} ${raw || statusText}`
    const isAnswer = typeof answer?.success === 'boolean' && (status < 300 || status >= 400)
    if (isAnswer) return { ...answer, message, wait: response.headers.get('retry-after') }
    return { success: false, message: `Connection error: ${message}` }
  } catch (error) {
    return { success: false, message: `Connection error: ${error.cause?.code ?? error.message}` }
  }
}
// #endregion

/** Says what came of a call, and whether it was a success. */
function tell({ success, message, wait }) {
  console.log(message)
  if (wait) console.log(`Please wait ${wait} seconds.`)
  return success
}

async function main([username = '', password = '', licenseKey = '']) {
  process.exitCode = 1
  if (!username.trim() || !password) return console.log('Please enter both username and password.')
  if (licenseKey && !tell(await register(username, password, licenseKey))) return
  const user = await login(username, password)
  if (!tell(user)) return
  const verified = await verify(user.user_id)
  if (!verified.success) {
    return console.log(`Session verification failed. Please try logging in again.\n${verified.message}`)
  }
  // beyond the year 9999 lies "never" as seen from another time zone
  const never = !user.expires_at || /^(9999|\+)/.test(user.expires_at)
  const expires = never ? 'Never' : new Date(user.expires_at).toLocaleString()
  console.log(`User ID: ${user.user_id}\nUsername: ${user.username}\nExpires: ${expires}`)
  process.exitCode = 0
}

await main(process.argv.slice(2))
