/**
 * Never in a web page: everyone can read the key there. Keywright in plain JavaScript for Node.js 18 and later, the three
 * calls and nothing else. The Node.js sample keeps the session alive, too.
 *
 * Windows, Linux, macOS:      node quickstart.mjs <username> <password>
 * with a registration first:  node quickstart.mjs <username> <password> <license key>
 */
import { execFileSync } from 'node:child_process'
import { createHash, createHmac, createPublicKey, verify as isSignature, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

// #region config
const API_KEY = 'YOUR_API_KEY'
const APP_VERSION = '1.0.0'
const ORIGIN = 'http://localhost:3000'
const HWID_SALT = 'keywright-app-0' // never change it: the hardware id of every user would change with it
const PUBLIC_KEY = 'YOUR_PUBLIC_KEY' // the server's answers are checked with it
const NEXT_PUBLIC_KEY = 'YOUR_NEXT_PUBLIC_KEY' // the key that will come after it
// #endregion

const pinnedKeys = [PUBLIC_KEY, NEXT_PUBLIC_KEY].filter((key) => key && !key.startsWith('YOUR_'))
const parse = async (text) => JSON.parse(text)
const program = { version: APP_VERSION, hwid: hardwareId() }

/** Names this computer without giving its machine id away, as all samples do: 32 hex digits, or its name. */
function hardwareId() {
  const id = readMachineId()
    .replace(/^[ \t\r\n\0]+|[ \t\r\n\0]+$/g, '')
    .toLowerCase()
  if (/^[0-]*$/.test(id) || id === 'uninitialized') return `HWID-FALLBACK-${hostname()}`.slice(0, 128)
  return createHmac('sha256', `hwid-v1:${HWID_SALT}`).update(id).digest('hex').slice(0, 32)
}

function readMachineId() {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  const ask = (command, words, answer) => () => answer.exec(execFileSync(command, words.split(' '), options))[1]
  const reg = `${process.env.SystemRoot}\\System32\\reg.exe`
  const registry = 'query HKLM\\SOFTWARE\\Microsoft\\Cryptography /v MachineGuid /reg:64'
  const read = (path) => () => readFileSync(path, 'utf8')
  const ways = {
    win32: [ask(reg, registry, /REG_SZ\s+(\S+)/)],
    darwin: [ask('/usr/sbin/ioreg', '-rd1 -c IOPlatformExpertDevice', /"IOPlatformUUID" = "([^"]+)"/)],
    linux: [read('/etc/machine-id'), read('/var/lib/dbus/machine-id')],
  }
  for (const way of ways[process.platform] ?? ways.linux) {
    try {
      return way() // the first that can be read counts, whatever it holds
    } catch {}
  }
  return ''
}

const digestOf = (bytes) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** Whether a pinned key signed this answer to this very request. */
function isSigned({ path, nonce, sent, status, body, input, signature }) {
  const components = '("@status" "content-digest" "@method";req "@path";req "content-digest";req)'
  const [, created, keyId] = /;created=([0-9]{1,12});keyid="([A-Za-z0-9._-]{1,64})"/.exec(input ?? '') ?? []
  const end = `alg="rsa-v1_5-sha256";nonce="${nonce}";tag="lic-v1"`
  const params = `${components};created=${created};keyid="${keyId}";${end}`
  const value = /^lic=:([A-Za-z0-9+/]{341}[AQgw]==):$/.exec(signature ?? '')?.[1]
  if (input !== `lic=${params}` || !value) return false
  const answered = `"@status": ${status}\n"content-digest": ${digestOf(body)}`
  const asked = `"@method";req: POST\n"@path";req: ${path}\n"content-digest";req: ${digestOf(sent)}`
  const text = Buffer.from(`${answered}\n${asked}\n"@signature-params": ${params}`)
  return pinnedKeys.some((pinned) => {
    try {
      const key = createPublicKey({ key: Buffer.from(pinned, 'base64'), format: 'der', type: 'spki' })
      return isSignature('sha256', text, key, Buffer.from(value, 'base64'))
    } catch {
      return false // no usable key
    }
  })
}

// #region calls
const register = (username, password, licenseKey) =>
  post('register', { username: username.trim(), password, license_key: licenseKey.trim(), ...program })

const login = (username, password) => post('login', { username: username.trim(), password, ...program })

const verify = (userId) => post('verify', { user_id: userId })

/** The server's answer, also when it is a refusal; success, message and more. */
async function post(name, content) {
  const url = `${ORIGIN}/api/v1/${name}`
  const sent = Buffer.from(JSON.stringify(content))
  const nonce = randomBytes(16).toString('hex')
  const agent = `keywright-javascript/${APP_VERSION}`
  const headers = { 'content-type': 'application/json', 'x-api-key': API_KEY, 'user-agent': agent }
  if (pinnedKeys.length > 0) Object.assign(headers, { 'x-nonce': nonce, 'content-digest': digestOf(sent) })
  // a redirect would take the key to another host
  const options = {
    method: 'POST',
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: sent,
    redirect: 'manual',
  }
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(30_000) })
    const { status, statusText } = response
    const body = Buffer.from(await response.arrayBuffer())
    const text = new TextDecoder().decode(body)
    const answer = await parse(text).catch(() => undefined)
    const rawText = answer ? '' : text.replace(/\p{Cc}+/gu, ' ').trim()
    const message = answer?.message || `${status} ${rawText.slice(0, 200) || statusText}`
    const isAnswer = typeof answer?.success === 'boolean' && (status < 300 || status >= 400)
    if (!isAnswer) return { success: false, message: `Connection error: ${message}` }
    const [input, signature] = ['signature-input', 'signature'].map((field) => response.headers.get(field))
    const exchange = { path: new URL(url).pathname, nonce, sent, status, body, input, signature }
    // a refusal that nobody signed is shown as it is: a wrong API key has to be seen as one
    const mustBeSigned = pinnedKeys.length > 0 && (answer.success || signature !== null)
    if (mustBeSigned && !isSigned(exchange)) {
      return { success: false, message: "Connection error: the server's answer could not be verified." }
    }
    return { ...answer, message, wait: response.headers.get('retry-after') }
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
