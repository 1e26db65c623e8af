import type { Language } from './languages.ts'
import type { Program } from './program.ts'

export interface Registration {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly licenseKey: string
}

/** What a user does and sees, whether it is a prompt or a window. Texts are awaited with `shows` in both. */
export interface Face {
  logIn(username: string, password: string): void
  /** Only the password: the name was kept. */
  enterPassword(password: string): void
  register(registration: Registration): void
  logOut(): void
  /** As a user leaves it. */
  leave(): void
  /** Takes note of a message that the program ends with. */
  acknowledge(caption: string): Promise<void>
  /** The login can be filled in. */
  atLogin(): Promise<unknown>
  /** The user is logged in. */
  atMain(): Promise<unknown>
  /** Heartbeats, last verification, failures in a row. */
  status(): Promise<string>
}

export const faceOf = (language: Language, program: Program): Face =>
  language.face === 'window' ? windowFace(program) : consoleFace(program)

const lastStatusLine = /Failures in a row: \d+\n/

function consoleFace(program: Program): Face {
  return {
    logIn: (username, password) => program.type(username, password),
    enterPassword: (password) => program.type(password),
    register: ({ username, password, email, licenseKey }) => program.type(username, password, email, licenseKey),
    logOut: () => program.type('logout'),
    leave: () => program.type('quit'),
    acknowledge: async (caption) => {
      await program.shows(`${caption}: `)
    },
    atLogin: () => program.shows('Username: '),
    atMain: () => program.shows('> '),
    status: () => {
      program.type('status')
      return program.shows(/Heartbeats sent: \d+\nLast verification: .+\nFailures in a row: \d+\n/)
    },
  }
}

/** The drivers print what changes in the window, `[login]` and `[main]` when a panel can be used. */
function windowFace(program: Program): Face {
  const set = (name: string, text: string) => program.type(`set ${name} ${text}`)
  const click = (name: string) => program.type(`click ${name}`)
  return {
    logIn: (username, password) => {
      set('username', username)
      set('password', password)
      click('login')
    },
    enterPassword: (password) => {
      set('password', password)
      click('login')
    },
    register: ({ username, password, email, licenseKey }) => {
      set('regUsername', username)
      set('regPassword', password)
      set('regEmail', email)
      set('regLicense', licenseKey)
      click('register')
    },
    logOut: () => click('logout'),
    leave: () => {
      program.type('close')
      program.closeInput()
    },
    acknowledge: async (caption) => {
      await program.shows(`[box] ${caption}: `)
      program.type('accept')
    },
    atLogin: () => program.shows('[login]'),
    atMain: () => program.shows('[main]'),
    status: () => {
      program.type('status')
      return program.shows(new RegExp(`Heartbeats sent: \\d+\\nLast verification: .+\\n${lastStatusLine.source}`))
    },
  }
}
