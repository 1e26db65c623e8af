/**
 * Keywright sample for Node.js 18 and later: log in, verify, keep the session alive. One file, no dependency.
 *
 * Windows, Linux, macOS:      node client.mjs
 * with a registration first:  node client.mjs register
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and SessionMonitor into your own program; the console below shows their use.
 */
import { execFileSync } from 'node:child_process'
import { createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

// #region config
const API_KEY = 'YOUR_API_KEY'
const APP_VERSION = '1.0.0'
const ORIGIN = 'http://localhost:3000'
const HWID_SALT = 'keywright-app-0' // never change it: the hardware id of every user would change with it
const PUBLIC_KEY = 'YOUR_PUBLIC_KEY' // the server's answers are checked with it
const NEXT_PUBLIC_KEY = 'YOUR_NEXT_PUBLIC_KEY' // the key that will come after it

const HEARTBEAT_SECONDS = 30
const VERIFY_SECONDS = 300
const MAX_VERIFY_FAILURES = 3
const HTTP_TIMEOUT_SECONDS = 30
const RETRY_SECONDS = 5
// #endregion

// #region hwid
/** Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name. */
export function hardwareId(machineId = readMachineId(), salt = HWID_SALT) {
  const id = machineId.replace(/^[ \t\r\n\0]+|[ \t\r\n\0]+$/g, '').toLowerCase()
  if (/^[0-]*$/.test(id) || id === 'uninitialized') return `HWID-FALLBACK-${hostname()}`.slice(0, 128)
  return createHmac('sha256', `hwid-v1:${salt}`).update(id).digest('hex').slice(0, 32)
}

/** The id of this installation of the operating system, readable without administrator rights; empty if there is none. */
function readMachineId() {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5000, windowsHide: true }
  try {
    if (process.platform === 'win32') {
      const query = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64']
      const reg = `${process.env.SystemRoot}\\System32\\reg.exe`
      return /REG_SZ\s+(\S+)/.exec(execFileSync(reg, query, options))[1]
    }
    if (process.platform === 'darwin') {
      const query = ['-rd1', '-c', 'IOPlatformExpertDevice']
      return /"IOPlatformUUID" = "([^"]+)"/.exec(execFileSync('/usr/sbin/ioreg', query, options))[1]
    }
    return firstMachineId('/etc/machine-id', '/var/lib/dbus/machine-id')
  } catch {
    return ''
  }
}

/** What the first of these files that can be read holds, whatever it is; empty when none can be read. */
export function firstMachineId(...paths) {
  for (const path of paths) {
    try {
      return readFileSync(path, 'utf8')
    } catch {}
  }
  return ''
}

/** What the owner of this computer calls it, in at most 64 bytes: shown to you and to your customer, never compared. */
const deviceName = () => Buffer.from(hostname().replace(/\p{C}/gu, '')).subarray(0, 64).toString()
// #endregion

// #region signature
const PINNED_KEYS = [PUBLIC_KEY, NEXT_PUBLIC_KEY].filter((key) => key && !key.startsWith('YOUR_'))
const COMPONENTS = '("@status" "content-digest" "@method";req "@path";req "content-digest";req)'

const sha256 = (data) => createHash('sha256').update(data)
const contentDigest = (bytes) => `sha-256=:${sha256(bytes).digest('base64')}:`

/**
 * When the server signed this answer to this very request, in unix seconds; undefined unless a pinned key says so. The
 * parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
 */
export function signedAt({ path, nonce, requestBody, status, body, signatureInput, signature }, keys = PINNED_KEYS) {
  const [, params = '', created] = /^lic=(.+;created=([0-9]{1,12});.+)$/s.exec(signatureInput ?? '') ?? []
  const keyId = /;keyid="([A-Za-z0-9._-]{1,64})";/.exec(params)?.[1]
  const wanted = `${COMPONENTS};created=${created};keyid="${keyId}";alg="rsa-v1_5-sha256";nonce="${nonce}";tag="lic-v1"`
  const bytes = /^lic=:([A-Za-z0-9+/]{341}[AQgw]==):$/.exec(signature ?? '')?.[1]
  if (params !== wanted || !bytes) return undefined
  const text = [
    `"@status": ${status}`,
    `"content-digest": ${contentDigest(body)}`,
    '"@method";req: POST',
    `"@path";req: ${path}`,
    `"content-digest";req: ${contentDigest(requestBody)}`,
    `"@signature-params": ${params}`,
  ]
  return isSigned(text.join('\n'), Buffer.from(bytes, 'base64'), keys) ? Number(created) : undefined
}

function isSigned(text, signature, keys) {
  return keys.some((key) => {
    try {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
      return verify('sha256', Buffer.from(text), publicKey, signature)
    } catch {
      return false // no usable key: nothing is signed with it
    }
  })
}

const LEASE_HEADER = /^\{"alg":"RS256","typ":"lic\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}$/
const LEASE_CLAIMS = new RegExp(
  '^\\{"iss":"[ !#-\\[\\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}","iat":[0-9]{1,12},' +
    '"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(?:,"lic":"[A-Za-z0-9_-]{43}")?,"ver":1\\}$',
)
const MAX_CLOCK_STEP_BACK_SECONDS = 3600

/**
 * Whether the server allowed this user on this computer to go on without it until now. `mark` is the latest time that
 * the server is known to have had: setting the clock back does not lengthen a lease.
 */
export function leaseHolds(lease, { userId, hwid, clock, mark }, keys = PINNED_KEYS) {
  const [, header, claims, signature] =
    /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])$/.exec(lease ?? '') ?? []
  if (!header || !isSigned(`${header}.${claims}`, Buffer.from(signature, 'base64url'), keys)) return false
  const keyOf = LEASE_HEADER.exec(Buffer.from(header, 'base64url'))?.[1]
  const [, application, user, expires, device] = LEASE_CLAIMS.exec(Buffer.from(claims, 'base64url')) ?? []
  if (!keyOf || application !== keyOf || user !== String(userId)) return false
  if (device !== sha256(`app_${application}|${hwid}`).digest('base64url')) return false
  return clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS && Math.max(clock, mark) < Number(expires)
}
// #endregion

// #region http
const MAX_ANSWER_BYTES = 64 * 1024
const END_SECONDS = 3 // a program that is closing waits for the end of its session
const checked = { isChecked: true } // the answer's signature, while a key is pinned
const isRedirect = (status) => status >= 300 && status < 400

/**
 * Speaks with the server. No method throws for what the network or the server does; each returns a result: ok, code,
 * message, httpStatus, trusted (its signature is right, or not asked for) and, where the server sent them, retryAfter,
 * reason, downloadUrl, userId, username, email, expiresAt, hwidLocked, addedDays. Three codes are made here: network_error (no
 * answer), bad_answer (not understood) and bad_signature (not from your server, or not to this request).
 */
export class LicenseClient {
  #program = { version: APP_VERSION, hwid: hardwareId(), device_name: deviceName() || undefined }
  #session = 0 // counts logins and ends: what belongs to an earlier session changes nothing in this one
  #starting // the call that starts a session, until it is over
  #userId
  #sessionToken
  #lease
  #features = {} // what the user has bought, from signed answers alone
  #lastSigned // what the server's clock showed, and ours

  async login(username, password) {
    const user = { username: username.trim(), password }
    return this.#begin(await this.#post('login', { ...user, ...this.#program }, checked))
  }

  /** For software without usernames: the key is all that is typed. Needs License login in the settings. */
  async license(licenseKey) {
    return this.#begin(await this.#post('license', { license_key: licenseKey.trim(), ...this.#program }, checked))
  }

  /**
   * Adds the time of another key: to the user whose session this is, or to the one who is named. The second form is for
   * a user whose access has ended and who therefore can't log in.
   */
  async redeem(licenseKey, username = '', password = '') {
    const user = username ? { username: username.trim(), password } : { session_token: this.#sessionToken }
    const session = this.#session
    const body = { ...user, license_key: licenseKey.trim(), ...this.#program }
    const result = await this.#post('redeem', body, checked)
    return result.ok && !username ? this.#keepLease(result, session) : result
  }

  register(username, password, licenseKey, email) {
    const user = { username: username.trim(), password, email: email || undefined, license_key: licenseKey }
    return this.#post('register', { ...user, ...this.#program }, checked)
  }

  async verify() {
    const session = this.#session
    const body = { user_id: this.#userId, session_token: this.#sessionToken }
    return this.#keepLease(await this.#post('verify', body, checked), session)
  }

  /** Makes a fresh token each time: the server takes none twice. */
  async startSession() {
    const session = this.#session
    const token = `sess_${randomBytes(16).toString('hex')}_${Math.floor(Date.now() / 1000)}`
    this.#sessionToken = token
    const starting = this.#start(session, token)
    this.#starting = starting
    const result = await starting
    if (this.#starting === starting) this.#starting = undefined
    const isOwn = [undefined, null, token].includes(result.sessionToken)
    const message = 'the answer is for another session.'
    if (result.ok && !isOwn) return { ...result, ok: false, code: 'bad_answer', message }
    return this.#keepLease(result, session)
  }

  async #start(session, token) {
    const body = { action: 'start', user_id: this.#userId, session_token: token, hwid: this.#program.hwid }
    const result = await this.#post('session/track', body, checked)
    if (session !== this.#session) await this.#end(token) // ended meanwhile
    return result
  }

  heartbeat() {
    return this.#post('session/track', { action: 'heartbeat', session_token: this.#sessionToken })
  }

  /** Ends the session if there is one, within END_SECONDS: a program that is closing waits for it. */
  async endSession() {
    const token = this.#sessionToken
    this.#sessionToken = undefined
    this.#session += 1
    this.#lease = undefined
    if (!token) return
    // an end that overtakes the start would end nothing
    if (this.#starting) await Promise.race([this.#starting, sleep(END_SECONDS * 1000, undefined, { ref: false })])
    else await this.#end(token)
  }

  #end(token) {
    return this.#post('session/track', { action: 'end', session_token: token }, { timeoutSeconds: END_SECONDS })
  }

  /** Without an answer from the server: may this user still go on? Only where you switched offline leases on. */
  mayGoOnOffline() {
    const clock = Date.now() / 1000
    return leaseHolds(this.#lease, { userId: this.#userId, hwid: this.#program.hwid, clock, mark: this.#serverTime() })
  }

  /** What the user has bought: `client.feature('export') === true` switches a function on. Undefined: not bought. */
  feature(name) {
    return Object.hasOwn(this.#features, name) ? this.#features[name] : undefined
  }

  /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
  get clockError() {
    return this.#lastSigned ? this.#lastSigned.clock - this.#lastSigned.created : 0
  }

  /** The latest time that the server is known to have had, moved on by a clock that nobody can set. */
  #serverTime() {
    return this.#lastSigned ? this.#lastSigned.mark + now() - this.#lastSigned.at : 0
  }

  #begin(result) {
    if (result.ok) {
      this.#userId = result.userId
      this.#sessionToken = undefined
      this.#session += 1
      this.#lease = undefined
      this.#features = {}
    }
    return this.#keepLease(result, this.#session)
  }

  #keepLease(result, session) {
    if (session !== this.#session) return result
    const answer = classify(result)
    if (answer === 'definitive' || answer === 'other') this.#lease = undefined
    else if (answer === 'ok' && result.lease) this.#lease = result.lease
    if (answer === 'ok' && result.features && PINNED_KEYS.length > 0) this.#features = result.features
    return result
  }

  /** One try, never more: whoever calls decides about the next. */
  async #post(name, content, { isChecked = false, timeoutSeconds = HTTP_TIMEOUT_SECONDS } = {}) {
    const url = `${ORIGIN}/api/v1/${name}`
    const requestBody = Buffer.from(JSON.stringify(content))
    const nonce = isChecked && PINNED_KEYS.length > 0 ? randomBytes(16).toString('hex') : undefined
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'user-agent': `keywright-node/${APP_VERSION}`,
          'x-api-key': API_KEY,
          ...(nonce && { 'x-nonce': nonce, 'content-digest': contentDigest(requestBody) }),
        },
        body: requestBody,
        redirect: 'manual', // a redirect would take the key, and at 307 the password, to another host
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      })
      const body = await readBytes(response)
      const result = toResult(response, new TextDecoder().decode(body))
      if (!nonce) return { ...result, trusted: true }
      const signature = response.headers.get('signature')
      const signatureInput = response.headers.get('signature-input')
      const request = { path: new URL(url).pathname, nonce, requestBody }
      return this.#judge(
        result,
        signature,
        signedAt({ ...request, status: response.status, body, signatureInput, signature }),
      )
    } catch (error) {
      const reason = error.cause?.message || error.cause?.code || 'the request could not be sent'
      const message = error.name === 'TimeoutError' ? `no answer within ${timeoutSeconds} seconds` : reason
      return { ok: false, code: 'network_error', message, httpStatus: 0, trusted: false }
    }
  }

  /** What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one. */
  #judge(result, signature, created) {
    if (created !== undefined) {
      const mark = Math.max(created, this.#serverTime())
      this.#lastSigned = { created, mark, clock: Date.now() / 1000, at: now() }
      return { ...result, trusted: true }
    }
    if (result.code === 'bad_answer' || (!result.ok && signature === null)) return { ...result, trusted: false }
    const { httpStatus, retryAfter } = result
    const message = "the server's answer could not be verified."
    return { ok: false, code: 'bad_signature', message, httpStatus, retryAfter, trusted: false }
  }
}

/** The body whatever the status, for a refusal says there what it is; at most 64 KiB of it. */
async function readBytes(response) {
  const chunks = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES)
}

function toResult({ status: httpStatus, statusText, headers }, text) {
  const answer = parseObject(text)
  const { success, user_id: userId, username, email, expires_at: expiresAt, hwid_locked: hwidLocked } = answer ?? {}
  const { reason, download_url: downloadUrl, session_token: sessionToken, lease, features } = answer ?? {}
  const { added_days: addedDays } = answer ?? {}
  const isUnderstood = typeof success === 'boolean' && !isRedirect(httpStatus)
  const code = isUnderstood ? answer.code : 'bad_answer'
  const rawText = answer ? '' : text.replace(/\p{Cc}+/gu, ' ').trim()
  const message = answer?.message || `${httpStatus} ${rawText.slice(0, 200) || statusText}`.trim()
  const seconds = headers.get('retry-after') ?? ''
  const retryAfter = /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined
  const user = { userId, username, email, expiresAt, hwidLocked, sessionToken, lease, features, addedDays }
  return { ok: isUnderstood && success, code, message, httpStatus, retryAfter, reason, downloadUrl, ...user }
}

function parseObject(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
// #endregion

// #region monitor
const BACK_OFF = [1, 2, 4, 8, 12] // times RETRY_SECONDS; the last one from then on
const MAX_PAUSE_SECONDS = 900 // how far Retry-After may put things off
const DEFINITIVE_REFUSAL =
  /^(account_(disabled|paused|banned|expired)|license_(expired|inactive|paused|banned)|hwid_mismatch|access_blocked|user_not_found)$/

const now = () => performance.now() / 1000 // seconds, untouched by changes of the computer's time
const callAt = (due, job) => setTimeout(job, Math.max(due - now(), 0) * 1000)
const randomBetween = (low, high) => low + Math.random() * (high - low)

/** What an answer means for the session: unknown, ok, lost, definitive (this user is refused) or other (a refusal). */
function classify({ ok, code, httpStatus, reason, trusted }) {
  const isTemporary = isRedirect(httpStatus) || [408, 425, 429].includes(httpStatus) || httpStatus >= 500
  if (isTemporary || !trusted || code === 'bad_answer') return 'unknown'
  if (ok) return 'ok'
  if (code === 'session_not_found') return 'lost'
  if (code === 'session_ended') return (reason ?? 'timeout') === 'timeout' ? 'lost' : 'definitive'
  return DEFINITIVE_REFUSAL.test(code) ? 'definitive' : 'other'
}

/**
 * Keeps one session alive with two jobs, heartbeats and verifications. MAX_VERIFY_FAILURES failed verifications in a
 * row end it, nothing else does. A definitive refusal is asked about again within seconds; without any answer a
 * verification fails only when its whole period has passed, so that a short outage logs nobody out.
 */
export class SessionMonitor {
  beats = 0
  failures = 0
  verifiedAt = new Date()
  #client
  #onLost
  #isRunning = true
  #beatTimer
  #verifyTimer
  #verifyDue
  #periodEnd // the next point of the grid of verifications
  #graceLeft = MAX_PAUSE_SECONDS // how far Retry-After may still move it
  #isAnswered = true // in this period
  #hasRestarted = false // in this period
  #silences = 0 // verifications without an answer, in a row
  #notBefore = 0
  #lastMessage

  constructor(client) {
    this.#client = client
  }

  /** Call it once. The jobs start at a random time: computers switched on together don't call together. */
  start(onLost) {
    this.#onLost = onLost
    this.#periodEnd = now() + randomBetween(0.5, 1) * VERIFY_SECONDS
    this.#planVerification(this.#periodEnd)
    this.#planBeat(now() + randomBetween(0.5, 1) * HEARTBEAT_SECONDS)
  }

  /** Takes effect at once; an answer still on its way is ignored. */
  stop() {
    this.#isRunning = false
    clearTimeout(this.#beatTimer)
    clearTimeout(this.#verifyTimer)
  }

  #planBeat(due) {
    this.#beatTimer = callAt(due, () => this.#beat(due))
  }

  async #beat(due) {
    this.beats += 1
    const result = await this.#client.heartbeat()
    if (!this.#isRunning) return
    const answer = classify(result)
    if (answer === 'definitive' || (answer === 'lost' && !this.#hasRestarted)) this.#verifySoon()
    const pause = Math.min(result.retryAfter ?? 0, MAX_PAUSE_SECONDS) * randomBetween(1, 1.2)
    const intervals = Math.ceil((now() + pause - due) / HEARTBEAT_SECONDS)
    this.#planBeat(due + Math.max(intervals, 1) * HEARTBEAT_SECONDS)
  }

  #planVerification(due) {
    clearTimeout(this.#verifyTimer)
    this.#verifyDue = due
    this.#verifyTimer = callAt(due, () => this.#verify(due))
  }

  /** Brings the next verification forward, unless it is running or near, or the server asked for a pause. */
  #verifySoon() {
    const due = Math.max(now(), this.#notBefore)
    if (this.#verifyTimer && due < this.#verifyDue - RETRY_SECONDS) this.#planVerification(due)
  }

  async #verify(due) {
    this.#verifyTimer = undefined
    if (due >= this.#periodEnd) this.#endPeriod(due)
    if (this.failures >= MAX_VERIFY_FAILURES) return this.#lose()
    if (due < this.#notBefore) return this.#planVerification(Math.min(this.#notBefore, this.#periodEnd))

    let result = await this.#client.verify()
    if (this.#isRunning && classify(result) === 'lost' && !this.#hasRestarted) {
      result = await this.#client.startSession()
      this.#hasRestarted = classify(result) !== 'unknown'
    }
    if (this.#isRunning) await this.#settle(result)
  }

  #endPeriod(due) {
    const hasSlept = now() > due + VERIFY_SECONDS // the computer was off, so nothing was missed
    if (!this.#isAnswered && !hasSlept && !this.#client.mayGoOnOffline()) this.failures += 1
    this.#periodEnd = (hasSlept ? now() : this.#periodEnd) + VERIFY_SECONDS
    this.#graceLeft = MAX_PAUSE_SECONDS
    this.#isAnswered = false
    this.#hasRestarted = false
  }

  async #settle(result) {
    const answer = classify(result)
    this.#lastMessage = result.message
    if (answer === 'unknown') return this.#backOff(result.retryAfter ?? 0)
    this.#isAnswered = true
    this.#silences = 0
    this.#notBefore = 0
    if (answer === 'ok') {
      this.failures = 0
      this.verifiedAt = new Date()
    } else if (answer !== 'lost') {
      this.failures += 1
    }
    if (this.failures >= MAX_VERIFY_FAILURES) return this.#lose()
    this.#planVerification(answer === 'definitive' ? now() + RETRY_SECONDS : this.#periodEnd)
  }

  /** Tries again inside the period, after a random wait: many clients must not return together. */
  #backOff(retryAfter) {
    const longest = RETRY_SECONDS * BACK_OFF[Math.min(this.#silences, BACK_OFF.length - 1)]
    const due = now() + randomBetween(0.5, 1) * longest
    this.#silences += 1
    this.#notBefore = retryAfter > 0 ? now() + retryAfter * randomBetween(1, 1.2) : 0
    if (this.#notBefore > this.#periodEnd) {
      const grace = Math.min(this.#notBefore + HTTP_TIMEOUT_SECONDS - this.#periodEnd, this.#graceLeft)
      this.#periodEnd += grace
      this.#graceLeft -= grace
    }
    this.#planVerification(Math.min(Math.max(due, this.#notBefore), this.#periodEnd))
  }

  async #lose() {
    this.stop()
    await this.#client.endSession()
    this.#onLost(this.#lastMessage)
  }
}
// #endregion

// #region console
/** Found by code; by a word in the message only when the answer has no code. */
const REFUSALS = [
  { caption: 'Update Required', codes: /version_mismatch/, words: /version|update/i, ends: true },
  { caption: 'Hardware Mismatch', codes: /hwid_mismatch/, words: /hardware|hwid/i },
  { caption: 'Account Expired', codes: /(account|license)_expired/, words: /expired/i },
  {
    caption: 'Account Disabled',
    codes: /account_(disabled|paused|banned)|license_(inactive|paused|banned)/,
    words: /disabled|paused/i,
  },
  { caption: 'Access Blocked', codes: /access_blocked/, words: /blacklisted|blocked/i, ends: true },
  { caption: 'Please wait', codes: /rate_limited|unavailable/, waits: true },
  { caption: 'Connection error', codes: /network_error|bad_answer|bad_signature/ },
]

const print = (...lines) => process.stdout.write(`${lines.join('\n')}\n`)
const localTime = (time) => new Date(time).toLocaleString()
/** To be thrown: leaves the console from wherever it is. */
const leave = (exitCode) => Object.assign(new Error('The program ends'), { exitCode })

/** Reads lines, from a terminal or from a pipe. */
class Terminal {
  #isHidden = false
  #echo = new Writable({
    write: (chunk, _encoding, done) => {
      if (!this.#isHidden) process.stdout.write(chunk)
      done()
    },
  })
  // no history: it would hold the password
  #reader = createInterface({ input: process.stdin, output: this.#echo, terminal: process.stdin.isTTY, historySize: 0 })
  #lines = this.#reader[Symbol.asyncIterator]()
  #nextLine

  constructor() {
    this.#reader.on('SIGINT', () => process.emit('SIGINT'))
  }

  /** One line; undefined when `interruption` came first. The end of the input leaves the program. */
  async ask(prompt, { isHidden = false, interruption = new Promise(() => {}) } = {}) {
    process.stdout.write(prompt)
    this.#reader.setPrompt(prompt)
    this.#isHidden = isHidden
    this.#nextLine ??= this.#lines.next()
    const line = await Promise.race([this.#nextLine, interruption.then(() => undefined)])
    if (!line || isHidden || !process.stdin.isTTY) print()
    if (!line) return this.#dropTyped()
    this.#nextLine = undefined
    if (line.done) throw leave(0)
    return line.value
  }

  /** What was typed when the question was withdrawn is no answer to the next one. */
  #dropTyped() {
    this.#isHidden = true
    if (process.stdin.isTTY) this.#reader.write(null, { ctrl: true, name: 'u' })
  }

  close() {
    this.#reader.close()
  }
}

class ConsoleApp {
  #client = new LicenseClient()
  #terminal = new Terminal()
  #monitor

  /** Resolves with the exit code when the user or the server wants the program to end. */
  async run(needsRegistration) {
    try {
      if (needsRegistration) await this.#logIn(await this.#register())
      for (;;) await this.#logIn(await this.#terminal.ask('Username: '))
    } catch (error) {
      if (error.exitCode === undefined) throw error
      return error.exitCode
    }
  }

  async close() {
    this.#terminal.close()
    await this.#endSession()
  }

  async #endSession() {
    this.#monitor?.stop()
    await this.#client.endSession()
  }

  /** Asks until somebody is registered. The name is kept for the login, nothing else is. */
  async #register() {
    for (;;) {
      const username = await this.#terminal.ask('Username: ')
      const password = await this.#terminal.ask('Password: ', { isHidden: true })
      const email = await this.#terminal.ask('Email (optional): ')
      const licenseKey = await this.#terminal.ask('License key: ')
      if (!username.trim() || !password || !licenseKey.trim()) {
        print('Please fill in all required fields (Username, Password, License Key)')
        continue
      }
      const registered = await this.#client.register(username, password, licenseKey.trim(), email.trim())
      if (registered.ok) {
        print(registered.message, `Username: ${username}`)
        return username
      }
      await this.#refuse(registered, 'Registration failed')
    }
  }

  async #logIn(username) {
    const password = await this.#terminal.ask('Password: ', { isHidden: true })
    if (!username.trim() || !password) return print('Please enter both username and password.')
    const user = await this.#client.login(username, password)
    if (!user.ok) return this.#refuse(user, 'Login failed')
    const verified = await this.#client.verify()
    if (!verified.ok) return print('Session verification failed. Please try logging in again.', verified.message)
    const started = await this.#client.startSession()
    if (!started.ok) {
      await this.#client.endSession() // perhaps it did start and only the answer was lost
      return this.#refuse(started, 'Login failed')
    }
    print(user.message)
    await this.#serve(user)
  }

  /** The command loop: in its place goes what your program does for a user who is logged in. */
  async #serve({ userId, username, email, expiresAt }) {
    // beyond the year 9999 lies "never" as seen from another time zone
    const expires = !expiresAt || /^(9999|\+)/.test(expiresAt) ? 'Never' : localTime(expiresAt)
    const user = [`User ID: ${userId}`, `Username: ${username}`, `Email: ${email || 'Not provided'}`]
    user.push(`Logged in: ${localTime(Date.now())}`, `Expires: ${expires}`)
    print(...user)
    if (this.#client.feature('export') === true) print('Export: switched on') // what was bought decides, not the program

    const monitor = new SessionMonitor(this.#client)
    const lost = new Promise((resolve) => monitor.start(resolve))
    this.#monitor = monitor
    for (;;) {
      const command = await this.#terminal.ask('> ', { interruption: lost })
      switch (command?.trim().toLowerCase()) {
        case undefined:
          return print('Your session has expired. Please login again.', await lost)
        case 'logout':
          await this.#endSession()
          return print('You have been logged out.')
        case 'status':
          print(...user, `Heartbeats sent: ${monitor.beats}`)
          print(`Last verification: ${localTime(monitor.verifiedAt)}`, `Failures in a row: ${monitor.failures}`)
          this.#tellClock()
          break
        case 'help':
          print('Commands: logout, status, help, quit, exit')
          break
        case 'quit':
        case 'exit':
          throw leave(0)
        case '':
          break
        default:
          print("Unknown command. Type 'help' for available commands.")
      }
    }
  }

  #tellClock() {
    const seconds = Math.round(Math.abs(this.#client.clockError))
    if (seconds > 300) print(`Clock: ${seconds} seconds off`)
  }

  /** Shows why something was refused and does what follows from that. */
  async #refuse({ code, message, downloadUrl, retryAfter }, otherwise) {
    const refusal = REFUSALS.find(({ codes, words }) => (code ? codes.test(code) : words?.test(message)))
    print(`${refusal?.caption ?? otherwise}: ${message}`)
    if (downloadUrl) print(`Download: ${downloadUrl}`)
    if (refusal?.ends) throw leave(1)
    if (refusal?.waits) await sleep(Math.min(retryAfter ?? 5, 60) * 1000)
  }
}
// #endregion

async function main() {
  const app = new ConsoleApp()
  const signal = new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => resolve(0))
  })
  process.exitCode = await Promise.race([app.run(process.argv[2] === 'register'), signal])
  await app.close()
  setTimeout(() => process.exit(), 200).unref() // a call that hangs is not waited for
}

// nothing runs when another file imports this one
if (pathToFileURL(realpathSync(process.argv[1] ?? '.')).href === import.meta.url) await main()
