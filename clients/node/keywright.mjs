/**
 * Keywright client for Node.js 18 and later: log in, verify, keep the session alive. No dependency.
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository.
 */
import { execFileSync } from 'node:child_process'
import { createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

// #region hwid
/** Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name. */
export function hardwareId(machineId = readMachineId(), salt) {
  const id = normalized(machineId)
  if (/^[0-]*$/.test(id) || id === 'uninitialized') return `HWID-FALLBACK-${hostname()}`.slice(0, 128)
  return createHmac('sha256', `hwid-v1:${salt}`).update(id).digest('hex').slice(0, 32)
}

const normalized = (machineId) => machineId.replace(/^[ \t\r\n\0]+|[ \t\r\n\0]+$/g, '').toLowerCase()

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
const COMPONENTS = '("@status" "content-digest" "@method";req "@path";req "content-digest";req)'

const sha256 = (data) => createHash('sha256').update(data)
const contentDigest = (bytes) => `sha-256=:${sha256(bytes).digest('base64')}:`

/**
 * When the server signed this answer to this very request, in unix seconds; undefined unless a pinned key says so. The
 * parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
 */
export function signedAt({ path, nonce, requestBody, status, body, signatureInput, signature }, keys) {
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
    '"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(?:,"lic":"[A-Za-z0-9_-]{43}")?' +
    '(?:,"ver":1|,"feat":"([A-Za-z0-9_-]*)"(,"off":1)?,"ver":2)\\}$',
)
const MAX_CLOCK_STEP_BACK_SECONDS = 3600

/** What a lease says; undefined if no pinned key signed it. Version 2 is for those who asked for it. */
export function readLease(lease, keys, isVersion2 = true) {
  const file = isVersion2 ? readOfflineFile(lease, keys) : undefined // it allows what such a lease does
  if (file) return file
  const [, header, claims, signature] =
    /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])$/.exec(lease ?? '') ?? []
  if (!header || !isSigned(`${header}.${claims}`, Buffer.from(signature, 'base64url'), keys)) return undefined
  const keyOf = LEASE_HEADER.exec(Buffer.from(header, 'base64url'))?.[1]
  const [text, application, userId, expires, device, feat, off] =
    LEASE_CLAIMS.exec(Buffer.from(claims, 'base64url')) ?? []
  if (!text || application !== keyOf || (feat !== undefined && !isVersion2)) return undefined
  const features = parseObject(Buffer.from(feat ?? '', 'base64url').toString()) ?? {}
  const isOf = (hwid) => device === sha256(`app_${application}|${hwid}`).digest('base64url')
  return { userId, expires: Number(expires), features, mayStart: off !== undefined, isOf }
}

/**
 * Whether the server allowed this user on this computer to go on without it until now. `mark` is the latest time that
 * the server is known to have had: setting the clock back does not lengthen a lease.
 */
export function leaseHolds(lease, { userId, hwid, clock, mark, isVersion2 = false }, keys) {
  const claims = readLease(lease, keys, isVersion2)
  if (claims?.userId !== String(userId) || !claims.isOf(hwid)) return false
  return clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS && Math.max(clock, mark) < claims.expires
}
// #endregion

// #region store
const MAX_STATE_BYTES = 16 * 1024
const STATE =
  /^keywright-state-1\n([0-9]{1,15})\n([A-Za-z0-9_-]*)\n([A-Za-z0-9_-]*)\n([0-9]{1,12})\n([0-9]{1,12})\n([A-Za-z0-9_.-]+)\n([0-9a-f]{64})\n$/

/** Where this system keeps what a program remembers of its user. */
function defaultFolder(salt) {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env
  const bases = {
    win32: LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
    darwin: join(homedir(), 'Library', 'Application Support'),
  }
  const base = bases[process.platform] ?? (XDG_STATE_HOME || join(homedir(), '.local', 'state'))
  return join(base, 'Keywright', salt.replace(/[^A-Za-z0-9_-]/g, '_'))
}

/**
 * What a start without the server needs, in a file of the user: who it is, the lease, and the latest time that is known.
 * Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
 * another computer, are noticed. A folder of null keeps it in memory, so it ends with the program.
 */
export class StateFile {
  #folder
  #key
  #text = ''
  #nonce = ''

  constructor({ hwidSalt, storeFolder }, machineId = readMachineId()) {
    this.#folder = storeFolder === undefined ? defaultFolder(hwidSalt) : storeFolder
    this.#key = createHmac('sha256', `state-v1:${hwidSalt}`).update(normalized(machineId)).digest()
  }

  /** Undefined: there is none. A state without `isOwn` was changed, or written on another computer. */
  read() {
    const text = this.#folder === null ? this.#text : readSome(join(this.#folder, 'state'))
    if (text === '') return undefined
    const [, userId, username, licenseKey, mark, seen, lease, mac] = STATE.exec(text) ?? []
    if (!userId) return { isOwn: false, lease: text.split('\n')[6] }
    const [name, key] = [username, licenseKey].map((part) => Buffer.from(part, 'base64url').toString())
    const isOwn = mac === this.#macOf(text.slice(0, -66))
    return { isOwn, userId: Number(userId), username: name, licenseKey: key, mark: Math.max(mark, seen), lease }
  }

  /** By a file of another name, so that a crash leaves the old state or the new one. Without room for it there is none. */
  write({ userId, username, licenseKey, mark, seen, lease }) {
    const [name, key] = [username ?? '', licenseKey ?? ''].map((part) => Buffer.from(part).toString('base64url'))
    const lines = ['keywright-state-1', userId, name, key, Math.floor(mark), Math.ceil(seen), lease].join('\n')
    const text = `${lines}\n${this.#macOf(lines)}\n`
    if (text.length > MAX_STATE_BYTES) return
    this.#text = text
    if (this.#folder === null) return
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const next = join(this.#folder, `state.${process.pid}`)
      writeFileSync(next, text, { mode: 0o600 })
      renameSync(next, join(this.#folder, 'state'))
    } catch {}
  }

  remove() {
    this.#text = ''
    if (this.#folder !== null) rmSync(join(this.#folder, 'state'), { force: true })
  }

  /** Of the last request for an offline file: no other file is taken. No secret. */
  get nonce() {
    return this.#folder === null ? this.#nonce : readSome(join(this.#folder, 'request'))
  }

  set nonce(nonce) {
    this.#nonce = nonce
    if (this.#folder === null) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(this.#folder, 'request'), nonce, { mode: 0o600 })
  }

  #macOf(lines) {
    return createHmac('sha256', this.#key).update(lines).digest('hex')
  }
}

/** A file too large for a state is none. */
function readSome(path) {
  try {
    const bytes = readFileSync(path)
    return bytes.length > MAX_STATE_BYTES ? '-' : bytes.toString()
  } catch {
    return ''
  }
}

const OFFLINE_REFUSALS = {
  offline_none: 'The server cannot be reached, and nobody is signed in on this computer.',
  offline_expired: 'The server cannot be reached, and the time for which this program runs without it is over.',
  offline_clock: 'The server cannot be reached, and the clock of this computer was set back.',
  offline_machine: 'The server cannot be reached, and the sign-in is of another computer.',
  offline_invalid: 'The server cannot be reached, and the stored sign-in was changed.',
}
const offlineRefusal = (code) => failed({ code, message: OFFLINE_REFUSALS[code], httpStatus: 0, trusted: false })
// #endregion

// #region http
const CLIENT = 'keywright-node/0.2.0' // this library, as the server's statistics call it
const MAX_ANSWER_BYTES = 64 * 1024
const RESUME_SECONDS = 5 // a start does not wait longer for the server
const STATE_AHEAD_SECONDS = 60 // the state is written for a time to come: ending the program at once gains none
const END_SECONDS = 3 // a program that is closing waits for the end of its session
const LONGEST_WAIT_SECONDS = 60 // between two tries of a call
const once = { retries: 0 }
const isRedirect = (status) => status >= 300 && status < 400

/** In seconds but for the failures; the server expects a heartbeat at least every 90 seconds. */
const DEFAULTS = { timeoutSeconds: 30, heartbeatSeconds: 30, verifySeconds: 300, maxVerifyFailures: 3, retrySeconds: 5 }
const PROXY = /^http:\/\/(?:([^:@/?#\s]*)(?::([^@/?#\s]*))?@)?(\[[0-9A-Fa-f:.]+\]|[^\s:@/?#[\]]+)(?::([0-9]{1,5}))?\/?$/

/** The settings that these options come to; throws for what is missing, since no call could work without it. */
function toSettings(options) {
  const settings = { publicKeys: [], offlineStart: false, retries: 0, proxy: '', ...DEFAULTS, ...options }
  const refuse = (name) => {
    throw Object.assign(new Error(`invalid_options: ${name}`), { code: 'invalid_options', option: name })
  }
  for (const name of ['origin', 'apiKey', 'version', 'hwidSalt']) {
    if (typeof settings[name] !== 'string' || settings[name] === '') refuse(name)
  }
  if (settings.hardwareId !== undefined && !isHardwareId(settings.hardwareId)) refuse('hardwareId')
  if (!Array.isArray(settings.publicKeys) || settings.publicKeys.length > 2) refuse('publicKeys')
  if (typeof (settings.log ?? refuse) !== 'function') refuse('log')
  if (typeof settings.offlineStart !== 'boolean') refuse('offlineStart')
  if (settings.storeFolder !== null && typeof (settings.storeFolder ?? '') !== 'string') refuse('storeFolder')
  for (const name of Object.keys(DEFAULTS)) if (!(settings[name] > 0)) refuse(name)
  if (settings.timeoutSeconds < 1 || settings.timeoutSeconds > 120) refuse('timeoutSeconds')
  if (![0, 1, 2, 3].includes(settings.retries)) refuse('retries')
  if (settings.proxy && !readProxy(settings.proxy)) refuse('proxy')
  const pinnedKeys = settings.publicKeys.filter((key) => key && !key.startsWith('YOUR_'))
  return { ...settings, pinnedKeys }
}

/** As the server takes one: 1 to 128 characters on one line, without white space at the ends. */
const isHardwareId = (id) =>
  typeof id === 'string' &&
  id.length <= 128 &&
  id === id.trim() &&
  /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u.test(id)

/** Where the proxy is, and how the client names itself there; undefined: that is no address of a proxy. */
function readProxy(text) {
  const [, name = '', password = '', host = '', digits = '80'] = PROXY.exec(text) ?? []
  const port = Number(digits)
  if (host === '' || port < 1 || port > 65535) return undefined
  try {
    const user = `${decodeURIComponent(name)}:${decodeURIComponent(password)}`
    const headers = name ? { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` } : {}
    return { host: host.replace(/[[\]]/g, ''), port, headers }
  } catch {
    return undefined
  }
}

/** What `orThrow` throws: a result that is not ok. */
export class KeywrightError extends Error {
  name = 'KeywrightError'

  constructor({ code, message, httpStatus, requestId, retryAfter, trusted }) {
    super(message)
    Object.assign(this, { code, httpStatus, requestId, retryAfter, trusted })
  }
}

/**
 * What a call came to: ok, code, message, httpStatus, trusted (its signature is right, or not asked for) and, where the
 * server sent them, retryAfter, requestId, reason, downloadUrl, userId, username, email, expiresAt, graceUntil, hwidLocked,
 * addedDays. Made here are the codes network_error (no answer), bad_answer (not understood), bad_signature (not from your
 * server, or not to this request), cancelled (given up by `signal`) and not_logged_in (nothing was sent).
 */
class Result {
  constructor(fields) {
    Object.assign(this, fields)
  }

  /** Itself where it is ok; else it is thrown. */
  orThrow() {
    if (this.ok) return this
    throw new KeywrightError(this)
  }
}
const failed = (fields) => new Result({ ...fields, ok: false })
const unsent = (code, message) => failed({ code, message, httpStatus: 0, trusted: false })
const cancelled = () => unsent('cancelled', 'the call was cancelled.')
const notLoggedIn = () => unsent('not_logged_in', 'nobody is logged in.')

/**
 * Speaks with the server. No method throws for what the network or the server does; each returns a result. A call with
 * `{ signal }` as its last argument can be given up: then it is over within a second.
 */
export class LicenseClient {
  #settings
  #program
  #monitor
  #session = 0 // counts logins and ends: what belongs to an earlier session changes nothing in this one
  #starting // the call that starts a session, until it is over
  #userId
  #sessionToken
  #lease
  #state // where a start without the server finds the user; undefined: not asked for
  #stored // what it holds
  #floor // the latest time that the state of an earlier run knew
  #isOffline = false // this run started without the server and has not reached it yet
  #username
  #licenseKey // where it was the sign-in
  #features = {} // what the user has bought, from signed answers alone
  #lastSigned // what the server's clock showed, and ours

  /**
   * `origin`, `apiKey`, `version`, `hwidSalt` and `publicKeys`, as the dashboard shows them for your application. With
   * `offlineStart`, and a pinned key, the sign-in is kept in `storeFolder`, and `resume` starts without the server too.
   * `log(level, event, fields)` is told of each call. Calls that sign nobody in are repeated up to `retries` times where
   * nobody knows what came of them. `proxy` is `http://[name:password@]host[:port]`; '': what the system says. `hardwareId` is
   * what the program itself calls this computer; without it `hardwareId(undefined, hwidSalt)` is.
   */
  constructor(options) {
    this.#settings = toSettings(options)
    const { version, hwidSalt, offlineStart, pinnedKeys } = this.#settings
    const hwid = this.#settings.hardwareId ?? hardwareId(undefined, hwidSalt)
    this.#program = { version, hwid, device_name: deviceName() || undefined }
    if (offlineStart && pinnedKeys.length > 0) this.#state = new StateFile(this.#settings)
  }

  get settings() {
    return this.#settings
  }

  async login(username, password, { signal } = {}) {
    const user = { username: username.trim(), password }
    const body = { ...user, ...this.#program, ...this.#asked() }
    return this.#begin(await this.#post('login', body, { isChecked: true, signal }))
  }

  /** For software without usernames: the key is all that is typed. Needs License login in the settings. */
  async license(licenseKey, { signal } = {}) {
    return this.#signInByKey(licenseKey.trim(), { signal })
  }

  async #signInByKey(key, { signal, timeoutSeconds }) {
    const body = { license_key: key, ...this.#program, ...this.#asked() }
    return this.#begin(await this.#post('license', body, { isChecked: true, signal, timeoutSeconds }), key)
  }

  /**
   * Starts without a password where somebody is signed in on this computer: with the server if it answers within 5 s, else
   * with the stored lease (`code` is `offline`). A trusted refusal of the server ends the sign-in.
   */
  async resume({ signal } = {}) {
    const stored = this.#state?.read()
    if (!stored) return offlineRefusal('offline_none')
    const claims = readLease(stored.lease, this.#settings.pinnedKeys)
    if (!stored.isOwn)
      return offlineRefusal(!claims || claims.isOf(this.#program.hwid) ? 'offline_invalid' : 'offline_machine')
    this.#session += 1
    this.#userId = stored.userId
    this.#username = stored.username
    this.#licenseKey = stored.licenseKey
    this.#lease = stored.lease
    this.#stored = stored
    this.#floor = { mark: stored.mark, at: now() }
    const answer = await this.reconnect(Math.min(RESUME_SECONDS, this.#settings.timeoutSeconds), signal)
    if (answer.ok) this.#features = answer.features ?? (this.mayGoOnOffline() ? claims.features : {})
    if (answer.ok || classify(answer) !== 'unknown')
      return new Result({ userId: stored.userId, username: stored.username, ...answer })
    this.#sessionToken = undefined
    if (answer.code === 'cancelled') {
      this.#stored = this.#userId = this.#lease = undefined
      return answer
    }
    const refusal = this.offlineRefusal()
    if (refusal) {
      this.#stored = undefined
      return refusal
    }
    this.#isOffline = true
    this.#features = claims.features
    this.keepState()
    const message = 'The server cannot be reached. The program runs without it.'
    const user = { userId: stored.userId, username: stored.username, features: claims.features }
    const { offlineUntil } = this
    return new Result({ ok: true, code: 'offline', message, httpStatus: 0, trusted: true, ...user, offlineUntil })
  }

  /** Begins a session for the user who is signed in on this computer; a license key signs in again. */
  async reconnect(timeoutSeconds = this.#settings.timeoutSeconds, signal) {
    const more = { ...once, timeoutSeconds, signal }
    const signedIn = this.#licenseKey ? await this.#signInByKey(this.#licenseKey, more) : undefined
    if (signedIn && !signedIn.ok) return signedIn
    const started = await this.startSession(more)
    if (started.ok) this.#isOffline = false
    return new Result({ ...signedIn, ...started })
  }

  /** Started without the server, which has not been reached since. */
  get isOffline() {
    return this.#isOffline
  }

  /** Until when the program may run without the server, in unix seconds; 0: not at all. */
  get offlineUntil() {
    return readLease(this.#lease, this.#settings.pinnedKeys)?.expires ?? 0
  }

  /** How long it may still do so. */
  get offlineSeconds() {
    return this.offlineUntil - Math.max(Date.now() / 1000, this.#serverTime())
  }

  /** Why the program may not run on without the server; undefined: it may. */
  offlineRefusal() {
    const claims = readLease(this.#lease, this.#settings.pinnedKeys)
    if (claims?.userId !== String(this.#userId)) return offlineRefusal('offline_invalid')
    if (!claims.mayStart) return offlineRefusal('offline_none')
    if (!claims.isOf(this.#program.hwid)) return offlineRefusal('offline_machine')
    if (Date.now() / 1000 < this.#serverTime() - MAX_CLOCK_STEP_BACK_SECONDS) return offlineRefusal('offline_clock')
    return this.offlineSeconds > 0 ? undefined : offlineRefusal('offline_expired')
  }

  /** Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once. */
  keepState(aheadSeconds = Math.max(STATE_AHEAD_SECONDS, 2 * this.#settings.heartbeatSeconds)) {
    if (!this.#stored) return
    const mark = this.#serverTime()
    const time = this.#isOffline ? Math.max(mark, Date.now() / 1000) : mark
    if (aheadSeconds > 0 && time + aheadSeconds / 2 < (this.#stored.seen ?? 0)) return
    const user = { userId: this.#userId, username: this.#username, licenseKey: this.#licenseKey, lease: this.#lease }
    this.#stored = { ...user, mark, seen: time + aheadSeconds }
    this.#state.write(this.#stored)
  }

  #dropState() {
    this.#stored = undefined
    this.#isOffline = false
    this.#state?.remove()
  }

  /** What a lease that allows a start is asked for with; without `offlineStart` nothing is. */
  #asked() {
    return this.#state && { lease_version: 2 }
  }

  /**
   * Adds the time of another key: to the user whose session this is, or to the one who is named. The second form is for
   * a user whose access has ended and who therefore can't log in.
   */
  async redeem(licenseKey, username = '', password = '', { signal } = {}) {
    const user = username ? { username: username.trim(), password } : { session_token: this.#sessionToken }
    if (!username && !this.#sessionToken) return notLoggedIn()
    const session = this.#session
    const body = { ...user, license_key: licenseKey.trim(), ...this.#program, ...this.#asked() }
    const result = await this.#post('redeem', body, { isChecked: true, signal })
    return result.ok && !username ? this.#keepLease(result, session) : result
  }

  register(username, password, licenseKey, email, { signal } = {}) {
    const user = { username: username.trim(), password, email: email || undefined, license_key: licenseKey }
    return this.#post('register', { ...user, ...this.#program }, { isChecked: true, signal })
  }

  async verify({ signal, retries = this.#settings.retries } = {}) {
    if (!this.#userId) return notLoggedIn()
    const session = this.#session
    const body = { user_id: this.#userId, session_token: this.#sessionToken, ...this.#asked() }
    return this.#keepLease(await this.#post('verify', body, { isChecked: true, signal, retries }), session)
  }

  /** Makes a fresh token each time: the server takes none that has ended. One that is given up is ended after its answer. */
  async startSession({ signal, retries = this.#settings.retries, timeoutSeconds } = {}) {
    if (!this.#userId) return notLoggedIn()
    if (signal?.aborted) return this.#note('start', now(), cancelled())
    const session = this.#session
    const token = `sess_${randomBytes(16).toString('hex')}_${Math.floor(Date.now() / 1000)}`
    const from = now()
    this.#sessionToken = token
    this.#starting = this.#start(token, { retries, timeoutSeconds })
    const result = await orAborted(this.#starting, signal)
    if (!result) {
      if (this.#sessionToken === token) this.#sessionToken = undefined
      return this.#note('start', from, cancelled())
    }
    const isOwn = [undefined, null, token].includes(result.sessionToken)
    const message = 'the answer is for another session.'
    if (result.ok && !isOwn) return failed({ ...result, code: 'bad_answer', message })
    return this.#keepLease(result, session)
  }

  async #start(token, more) {
    const body = { action: 'start', user_id: this.#userId, session_token: token, hwid: this.#program.hwid }
    const isWanted = () => this.#sessionToken === token
    const result = await this.#post('session/track', body, { ...more, isChecked: true, isWanted })
    // whoever ends the session from now on tells the server
    if (isWanted()) this.#starting = undefined
    else await this.#end(token)
    return result
  }

  async heartbeat({ signal, retries = this.#settings.retries } = {}) {
    if (!this.#sessionToken) return notLoggedIn()
    return this.#post('session/track', { action: 'heartbeat', session_token: this.#sessionToken }, { signal, retries })
  }

  /** Ends the session if there is one, within END_SECONDS: a program that is closing waits for it. */
  async endSession() {
    const token = this.#sessionToken
    this.#sessionToken = undefined
    this.#session += 1
    this.keepState(0)
    this.#stored = undefined
    this.#isOffline = false
    this.#lease = undefined
    // an end that overtakes the start would end nothing
    if (this.#starting) await Promise.race([this.#starting, sleep(END_SECONDS * 1000, undefined, { ref: false })])
    else if (token) await this.#end(token)
  }

  #end(token) {
    return this.#post('session/track', { action: 'end', session_token: token }, { timeoutSeconds: END_SECONDS })
  }

  /**
   * Keeps the session alive in the background; `lost` gets the result that ended it. Starts it first where that was
   * not done: a start that is refused, or not answered, is a loss too. `offline` is told until when the program runs
   * without the server (unix seconds), `online` that it was reached again, `status` what came of each verification.
   */
  async monitor({ lost, offline, online, status }) {
    const monitor = new SessionMonitor(this, { offline, online, status })
    this.#monitor?.stop()
    this.#monitor = monitor
    const started = this.#sessionToken || this.#isOffline ? undefined : await this.startSession()
    if (this.#monitor !== monitor) return monitor // logged out meanwhile
    if (!started || started.ok) {
      monitor.start(lost)
      return monitor
    }
    await this.endSession() // perhaps it did start and only the answer was lost
    lost(started)
    return monitor
  }

  /** Stops the monitor and ends the session, within END_SECONDS; `resume` starts nobody then. `endSession` keeps that. */
  async logout() {
    this.#dropState()
    this.#monitor?.stop()
    this.#monitor = undefined
    const ended = this.endSession()
    this.#userId = undefined
    await ended
  }

  /** Without an answer from the server: may this user still go on? Only where you switched offline leases on. */
  mayGoOnOffline() {
    const clock = Date.now() / 1000
    const facts = { userId: this.#userId, hwid: this.#program.hwid, clock, mark: this.#serverTime() }
    if (this.#state) facts.isVersion2 = true
    return leaseHolds(this.#lease, facts, this.#settings.pinnedKeys)
  }

  /** Until when the user may go on without the server (unix seconds), and with what; undefined: no lease holds now. */
  lease() {
    if (!this.mayGoOnOffline()) return undefined
    const { expires, mayStart, features } = readLease(this.#lease, this.#settings.pinnedKeys)
    return { until: expires, mayStart, features }
  }

  /** What the user has bought: `client.feature('export') === true` switches a function on. Undefined: not bought. */
  feature(name) {
    const features = this.features()
    return Object.hasOwn(features, name) ? features[name] : undefined
  }

  /** All that the user has bought; without the server only while the lease holds. */
  features() {
    return this.#isOffline && !this.mayGoOnOffline() ? {} : { ...this.#features }
  }

  /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
  get clockError() {
    return this.#lastSigned ? this.#lastSigned.clock - this.#lastSigned.created : 0
  }

  /** The latest time that the server is known to have had, moved on by a clock that nobody can set. */
  #serverTime() {
    const last = this.#lastSigned ?? this.#floor
    return last ? last.mark + now() - last.at : 0
  }

  #begin(result, licenseKey) {
    if (result.ok) {
      this.#dropState()
      this.#userId = result.userId
      this.#username = result.username
      this.#licenseKey = licenseKey
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
    if (answer === 'definitive') this.#dropState()
    else if (answer === 'other') this.#stored = undefined
    else if (answer === 'ok' && result.lease && this.#state) {
      this.#stored = {}
      this.keepState()
    }
    if (answer === 'ok' && result.features && this.#settings.pinnedKeys.length > 0) this.#features = result.features
    return result
  }

  /**
   * One call: tries and waits together have `timeoutSeconds`. A wait that would end later is not begun, and none is while
   * the call is not wanted any more.
   */
  async #post(name, content, { isChecked = false, retries = 0, signal, isWanted = () => true, timeoutSeconds } = {}) {
    const seconds = timeoutSeconds ?? this.#settings.timeoutSeconds
    const end = now() + seconds
    for (let tries = 1; ; tries += 1) {
      const from = now()
      const given = signal?.aborted ? cancelled() : this.#send(name, content, { isChecked, signal, seconds, end })
      const result = this.#note(content.action ?? name, from, await given)
      const wait = tries > retries ? undefined : secondsBeforeRetry(result, tries)
      if (wait === undefined || now() + wait >= end || !isWanted()) return result
      for (const due = now() + wait; now() < due && isWanted() && !signal?.aborted; ) await sleep(50)
      if (!isWanted()) return result
    }
  }

  /** The log gets what came of a try, and no secret. */
  #note(call, from, result) {
    const { ok, code, httpStatus, trusted, requestId } = result
    const fields = { call, code, httpStatus, trusted, requestId, seconds: now() - from }
    try {
      this.#settings.log?.(ok ? 'info' : 'warn', 'call', fields)
    } catch {} // what a log throws is no matter of the caller
    return result
  }

  async #send(name, content, { isChecked, signal, seconds, end }) {
    const { origin, apiKey, version, pinnedKeys, proxy } = this.#settings
    const url = `${origin}/api/v1/${name}`
    const requestBody = Buffer.from(JSON.stringify(content))
    const nonce = isChecked && pinnedKeys.length > 0 ? randomBytes(16).toString('hex') : undefined
    const giveUp = new AbortController()
    const abort = () => giveUp.abort()
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(abort, (end - now()) * 1000)
    const exchange = proxy ? (...call) => fetchThrough(readProxy(proxy), ...call) : fetch
    try {
      const response = await exchange(url, {
        method: 'POST',
        headers: {
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'user-agent': `keywright-node/${version}`,
          'x-api-key': apiKey,
          'x-client': CLIENT,
          ...(nonce && { 'x-nonce': nonce, 'content-digest': contentDigest(requestBody) }),
        },
        body: requestBody,
        redirect: 'manual', // a redirect would take the key, and at 307 the password, to another host
        signal: giveUp.signal,
      })
      const body = await readBytes(response)
      const result = toResult(response, new TextDecoder().decode(body))
      if (!nonce) return result
      const signature = response.headers.get('signature')
      const signatureInput = response.headers.get('signature-input')
      const request = { path: new URL(url).pathname, nonce, requestBody }
      return this.#judge(
        result,
        signature,
        signedAt({ ...request, status: response.status, body, signatureInput, signature }, pinnedKeys),
      )
    } catch (error) {
      const reason = error.cause?.message || error.cause?.code || 'the request could not be sent'
      if (signal?.aborted) return cancelled()
      return unsent('network_error', giveUp.signal.aborted ? `no answer within ${seconds} seconds` : reason)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one. */
  #judge(result, signature, created) {
    if (created !== undefined) {
      const mark = this.#lastSigned ? Math.max(created, this.#serverTime()) : created // of an earlier run nothing counts now
      this.#lastSigned = { created, mark, clock: Date.now() / 1000, at: now() }
      return result
    }
    result.trusted = false
    if (result.code === 'bad_answer' || (!result.ok && signature === null)) return result
    const { httpStatus, retryAfter } = result
    const message = "the server's answer could not be verified."
    return failed({ code: 'bad_signature', message, httpStatus, retryAfter, trusted: false })
  }

  /** For a computer that never reaches the server. Needs `offlineStart` and a pinned key. */
  get offline() {
    if (!this.#state) throw Object.assign(new Error('invalid_options: offlineStart'), invalidOfflineStart)
    return {
      /**
       * The text that asks for a file, for whoever sells the program: with a username or a license key.
       * @param {{ username?: string, licenseKey?: string }} who
       */
      request: ({ username, licenseKey }) => {
        const nonce = randomBytes(16).toString('base64url')
        this.#state.nonce = nonce
        const who = { user: username?.trim(), key: licenseKey?.trim() }
        const keys = this.#settings.pinnedKeys.map(keyPrint)
        return armored('REQUEST', withChecksum({ v: 1, hwid: this.#program.hwid, ...who, nonce, keys, client: CLIENT }))
      },
      /** Takes the file that answers the last request, and starts with it as `resume` does from then on. */
      install: async (text) => {
        const file = unarmored(text)
        const code = offlineFileFault(readOfflineFile(file, this.#settings.pinnedKeys), this.#program.hwid, this.#state)
        if (code) return failed({ code, message: OFFLINE_FILE_FAULTS[code], httpStatus: 0, trusted: false })
        const { userId, issued } = readOfflineFile(file, this.#settings.pinnedKeys)
        this.#state.write({ userId, mark: issued, seen: issued, lease: file })
        return this.resume()
      },
    }
  }
}

/** Seconds to wait before the next try; undefined: what came of this one is known, or the server asked for a longer pause. */
function secondsBeforeRetry(result, tries) {
  const { code, retryAfter = 0 } = result
  if (classify(result) !== 'unknown' || code === 'cancelled' || retryAfter > LONGEST_WAIT_SECONDS) return undefined
  return Math.max(2 ** (tries - 1) * randomBetween(0.5, 1), retryAfter)
}

/** What the promise comes to; undefined where the signal comes first. */
async function orAborted(promise, signal) {
  if (!signal) return promise
  let stop
  const aborted = new Promise((resolve) => {
    stop = () => resolve(undefined)
    signal.addEventListener('abort', stop)
  })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

/** What `fetch` does, through a proxy: calls by http as they are, those by https in a tunnel into which it can't see. */
async function fetchThrough(proxy, url, { method, headers, body, signal }) {
  const { protocol, host, hostname, port } = new URL(url)
  const options = { method, headers: { host, 'content-length': body.length, ...headers }, signal }
  const request = async () => {
    if (protocol !== 'https:')
      return httpRequest({ ...proxy, ...options, path: url, headers: { ...options.headers, ...proxy.headers } })
    const socket = await openTunnel(proxy, `${hostname}:${port || 443}`, signal)
    const name = hostname.replace(/[[\]]/g, '')
    const tls = { socket, host: name, servername: isIP(name) ? '' : name }
    return httpsRequest(url, { ...options, createConnection: () => connectTls(tls) })
  }
  const call = await request()
  const answer = await new Promise((resolve, reject) => {
    call.on('error', (cause) => reject({ cause })).once('response', resolve)
    call.end(body)
  })
  const { statusCode, statusMessage, headers: fields } = answer
  return {
    status: statusCode,
    statusText: statusMessage,
    headers: { get: (name) => fields[name] ?? null },
    body: answer,
  }
}

function openTunnel(proxy, path, signal) {
  return new Promise((resolve, reject) => {
    const tunnel = httpRequest({ ...proxy, method: 'CONNECT', path, headers: { host: path, ...proxy.headers }, signal })
    tunnel.on('error', (cause) => reject({ cause }))
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject({ cause: { message: `the proxy answers ${statusCode}` } })
    })
    tunnel.end()
  })
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
  const { added_days: addedDays, request_id: requestId, grace_until: graceUntil } = answer ?? {}
  const isUnderstood = typeof success === 'boolean' && !isRedirect(httpStatus)
  const code = isUnderstood ? answer.code : 'bad_answer'
  const rawText = answer ? '' : text.replace(/\p{Cc}+/gu, ' ').trim()
  const message = answer?.message || `${httpStatus} ${rawText.slice(0, 200) || statusText}`.trim()
  const seconds = headers.get('retry-after') ?? ''
  const retryAfter = /^\d{1,20}$/.test(seconds) ? Math.min(Number(seconds), MAX_PAUSE_SECONDS) : undefined
  const user = { userId, username, email, expiresAt, graceUntil, hwidLocked, sessionToken, lease, features, addedDays }
  const about = { httpStatus, trusted: true, retryAfter, requestId, reason, downloadUrl }
  return new Result({ ok: isUnderstood && success, code, message, ...about, ...user })
}

// --- offline files
const OFFLINE_HEADER = /^\{"alg":"RS256","typ":"offline\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}$/
const OFFLINE_CLAIMS = new RegExp(
  '^\\{"aud":"app:([0-9]+)","sub":"([0-9]{1,15})","jti":"[0-9a-f-]{36}","iat":([0-9]{1,12}),"nbf":[0-9]{1,12},' +
    '"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})","nonce":"([A-Za-z0-9_-]{22})","feat":"([A-Za-z0-9_-]*)","ver":1\\}$',
)
const OFFLINE_FILE_FAULTS = {
  offline_invalid: 'The file is not whole, was changed, or does not answer the last request of this computer.',
  offline_machine: 'The file is for another computer.',
  offline_expired: 'The file has expired.',
  offline_clock: 'The clock of this computer is behind: set it right, and take the file again.',
}
const invalidOfflineStart = { code: 'invalid_options', option: 'offlineStart' }

/** What an offline file says, with all that a lease says; undefined if no pinned key signed it. */
function readOfflineFile(file, keys) {
  const [, header, content, signature] =
    /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])$/.exec(file ?? '') ?? []
  const keyOf = OFFLINE_HEADER.exec(Buffer.from(header ?? '', 'base64url'))?.[1]
  if (!keyOf || !isSigned(`${header}.${content}`, Buffer.from(signature, 'base64url'), keys)) return undefined
  const [, application, userId, issued, expires, device, nonce, feat] =
    OFFLINE_CLAIMS.exec(Buffer.from(content, 'base64url')) ?? []
  if (application !== keyOf) return undefined
  const features = parseObject(Buffer.from(feat, 'base64url').toString()) ?? {}
  const isOf = (hwid) => device === sha256(`app_${application}|${hwid}`).digest('base64url')
  return { userId, issued: Number(issued), expires: Number(expires), nonce, features, mayStart: true, isOf }
}

/** Why a file is not taken; undefined: it is. */
function offlineFileFault(claims, hwid, state) {
  const clock = Date.now() / 1000
  if (!claims) return 'offline_invalid'
  if (!claims.isOf(hwid)) return 'offline_machine'
  if (claims.nonce !== state.nonce) return 'offline_invalid'
  if (clock >= claims.expires) return 'offline_expired'
  return clock < claims.issued - MAX_CLOCK_STEP_BACK_SECONDS ? 'offline_clock' : undefined
}

const keyPrint = (key) => sha256(Buffer.from(key, 'base64')).digest('base64url').slice(0, 16)

/** A checksum finds what was lost or changed on the way. */
function withChecksum(content) {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${sha256(text).digest('base64url').slice(0, 8)}`
}

const armored = (what, text) =>
  [
    `-----BEGIN KEYWRIGHT OFFLINE ${what}-----`,
    ...text.match(/.{1,64}/g),
    `-----END KEYWRIGHT OFFLINE ${what}-----`,
    '',
  ].join('\n')

/** What stands between the first and the last line, however mail has broken it. */
const unarmored = (text) =>
  /-----BEGIN KEYWRIGHT OFFLINE LICENSE-----(.+?)-----END KEYWRIGHT OFFLINE LICENSE-----/s
    .exec(text)?.[1]
    .replace(/\s/g, '')

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
const BACK_OFF = [1, 2, 4, 8, 12] // times retrySeconds; the last one from then on
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
 * Keeps one session alive with two jobs, heartbeats and verifications. `maxVerifyFailures` failed verifications in a
 * row end it, nothing else does. A definitive refusal is asked about again within seconds; without any answer a
 * verification fails only when its whole period has passed, so that a short outage logs nobody out.
 */
export class SessionMonitor {
  beats = 0
  failures = 0
  verifiedAt = new Date()
  #client
  #settings
  #events
  #onLost
  #isRunning = true
  #isOffline = false // the server is not reached, and the lease holds
  #beatTimer
  #verifyTimer
  #verifyDue
  #periodEnd // the next point of the grid of verifications
  #graceLeft = MAX_PAUSE_SECONDS // how far Retry-After may still move it
  #isAnswered = true // in this period
  #hasRestarted = false // in this period
  #silences = 0 // verifications without an answer, in a row
  #notBefore = 0
  #lastResult

  constructor(client, events = {}) {
    this.#client = client
    this.#settings = client.settings
    this.#events = events
  }

  /**
   * Call it once; `onLost` gets the last result. The jobs start at a random time: computers switched on together don't
   * call together.
   */
  start(onLost) {
    this.#onLost = onLost
    this.#periodEnd = now() + randomBetween(0.5, 1) * this.#settings.verifySeconds
    if (this.#client.isOffline) this.#goOffline()
    this.#planVerification(this.#isOffline ? now() + this.#settings.retrySeconds : this.#periodEnd)
    this.#planBeat(now() + randomBetween(0.5, 1) * this.#settings.heartbeatSeconds)
  }

  #goOffline() {
    if (this.#isOffline) return
    this.#isOffline = true
    this.#events.offline?.(this.#client.offlineUntil)
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
    this.#client.keepState()
    if (this.#client.isOffline) return this.#beatOffline(due)
    this.beats += 1
    const result = await this.#client.heartbeat(once)
    if (!this.#isRunning) return
    const answer = classify(result)
    if (answer === 'definitive' || (answer === 'lost' && !this.#hasRestarted)) this.#verifySoon()
    const pause = Math.min(result.retryAfter ?? 0, MAX_PAUSE_SECONDS) * randomBetween(1, 1.2)
    const intervals = Math.ceil((now() + pause - due) / this.#settings.heartbeatSeconds)
    this.#planBeat(due + Math.max(intervals, 1) * this.#settings.heartbeatSeconds)
  }

  /** Without a session there is nothing to keep alive, but the lease may end. */
  #beatOffline(due) {
    const refusal = this.#client.offlineRefusal()
    if (refusal) return this.#lose(refusal)
    this.#planBeat(Math.min(due + this.#settings.heartbeatSeconds, now() + this.#client.offlineSeconds))
  }

  #planVerification(due) {
    clearTimeout(this.#verifyTimer)
    this.#verifyDue = due
    this.#verifyTimer = callAt(due, () => this.#verify(due))
  }

  /** Brings the next verification forward, unless it is running or near, or the server asked for a pause. */
  #verifySoon() {
    const due = Math.max(now(), this.#notBefore)
    if (this.#verifyTimer && due < this.#verifyDue - this.#settings.retrySeconds) this.#planVerification(due)
  }

  async #verify(due) {
    this.#verifyTimer = undefined
    if (due >= this.#periodEnd) this.#endPeriod(due)
    if (this.failures >= this.#settings.maxVerifyFailures) return this.#lose()
    if (due < this.#notBefore) return this.#planVerification(Math.min(this.#notBefore, this.#periodEnd))

    let result = await (this.#client.isOffline ? this.#client.reconnect() : this.#client.verify(once))
    if (this.#isRunning && classify(result) === 'lost' && !this.#hasRestarted) {
      result = await this.#client.startSession(once)
      this.#hasRestarted = classify(result) !== 'unknown'
    }
    if (this.#isRunning) await this.#settle(result)
  }

  #endPeriod(due) {
    const hasSlept = now() > due + this.#settings.verifySeconds // the computer was off, so nothing was missed
    if (!this.#isAnswered && !hasSlept) {
      if (this.#client.mayGoOnOffline()) this.#goOffline()
      else this.failures += 1
    }
    this.#periodEnd = (hasSlept ? now() : this.#periodEnd) + this.#settings.verifySeconds
    this.#graceLeft = MAX_PAUSE_SECONDS
    this.#isAnswered = false
    this.#hasRestarted = false
  }

  async #settle(result) {
    const answer = classify(result)
    this.#lastResult = result
    this.#events.status?.(result)
    if (answer === 'unknown') return this.#backOff(result.retryAfter ?? 0)
    this.#isAnswered = true
    this.#silences = 0
    this.#notBefore = 0
    if (this.#isOffline) {
      this.#isOffline = false
      this.#events.online?.()
    }
    if (answer === 'ok') {
      this.failures = 0
      this.verifiedAt = new Date()
    } else if (answer !== 'lost') {
      this.failures += 1
    }
    if (this.failures >= this.#settings.maxVerifyFailures) return this.#lose()
    this.#planVerification(answer === 'definitive' ? now() + this.#settings.retrySeconds : this.#periodEnd)
  }

  /** Tries again inside the period, after a random wait: many clients must not return together. */
  #backOff(retryAfter) {
    const longest = this.#settings.retrySeconds * BACK_OFF[Math.min(this.#silences, BACK_OFF.length - 1)]
    const due = now() + randomBetween(0.5, 1) * longest
    this.#silences += 1
    this.#notBefore = retryAfter > 0 ? now() + retryAfter * randomBetween(1, 1.2) : 0
    if (this.#notBefore > this.#periodEnd) {
      const grace = Math.min(this.#notBefore + this.#settings.timeoutSeconds - this.#periodEnd, this.#graceLeft)
      this.#periodEnd += grace
      this.#graceLeft -= grace
    }
    this.#planVerification(Math.min(Math.max(due, this.#notBefore), this.#periodEnd))
  }

  async #lose(result = this.#lastResult) {
    this.stop()
    await this.#client.endSession()
    this.#onLost(result)
  }
}
// #endregion

// #region texts
/** Found by code; by a word in the message only when the answer has no code. */
const REFUSALS = [
  { caption: 'Update Required', codes: /version_mismatch/, words: /version|update/i, next: 'exit' },
  { caption: 'Hardware Mismatch', codes: /hwid_mismatch/, words: /hardware|hwid/i },
  { caption: 'Account Expired', codes: /(account|license)_expired/, words: /expired/i },
  {
    caption: 'Account Disabled',
    codes: /account_(disabled|paused|banned)|license_(inactive|paused|banned)/,
    words: /disabled|paused/i,
  },
  { caption: 'Access Blocked', codes: /access_blocked/, words: /blacklisted|blocked/i, next: 'exit' },
  { caption: 'Please wait', codes: /rate_limited|unavailable/, next: 'wait' },
  { caption: 'Connection error', codes: /network_error|bad_answer|bad_signature|offline_/ },
]

/**
 * What to tell the user about a refusal, and what follows from it: `form` (ask again), `wait` (`seconds`, then ask again)
 * or `exit` (no retry can help). `otherwise` is the caption of what has none of its own.
 */
export function explain({ code, message, downloadUrl, retryAfter }, otherwise = 'Login failed') {
  const refusal = REFUSALS.find(({ codes, words }) => (code ? codes.test(code) : words?.test(message)))
  const { caption = otherwise, next = 'form' } = refusal ?? {}
  const text = downloadUrl ? `${message}\nDownload: ${downloadUrl}` : message
  return { caption, text, next, ...(next === 'wait' && { seconds: Math.min(retryAfter ?? 5, 60) }) }
}
// #endregion
