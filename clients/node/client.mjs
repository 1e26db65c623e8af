/**
 * Keywright sample for Node.js 18 and later: log in, verify, keep the session alive. One file, no dependency.
 *
 * Windows, Linux, macOS:      node client.mjs
 * with a registration first:  node client.mjs register
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and SessionMonitor into your own program; the console below shows their use.
 */
import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { explain, LicenseClient, SessionMonitor } from './keywright.mjs'

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

// #region console
export const newClient = () =>
  new LicenseClient({
    origin: ORIGIN,
    apiKey: API_KEY,
    version: APP_VERSION,
    hwidSalt: HWID_SALT,
    publicKeys: [PUBLIC_KEY, NEXT_PUBLIC_KEY],
    timeoutSeconds: HTTP_TIMEOUT_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    verifySeconds: VERIFY_SECONDS,
    maxVerifyFailures: MAX_VERIFY_FAILURES,
    retrySeconds: RETRY_SECONDS,
  })

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
  #client = newClient()
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
          return print('Your session has expired. Please login again.', (await lost).message)
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
  async #refuse(result, otherwise) {
    const { caption, text, next, seconds } = explain(result, otherwise)
    print(`${caption}: ${text}`)
    if (next === 'exit') throw leave(1)
    if (next === 'wait') await sleep(seconds * 1000)
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
