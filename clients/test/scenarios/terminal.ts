import { expect } from 'vitest'
import type { Scene } from '../sample-scene.ts'
import type { Scenario } from './scenario.ts'

/**
 * On a pseudo-terminal, as a user has one: `script` copies between it and our pipes. The shell outlives Ctrl+C, which
 * goes to every program of the terminal, and tells how the terminal was left.
 */
export const onTerminal = (command: readonly string[], before = ':'): readonly string[] => {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  return ['script', '-qec', `trap : INT; ${before}; ${quoted}; echo "status $?"; stty -a`, '/dev/null']
}

const leftAsItWas = /status (\d+)[\s\S]* (-?)echo /

export const ctrlC = '\u0003'

/** Where a program takes keys, what is typed before it does so must not become something else either. */
const keyboard = ({ stage }: Scene) =>
  stage.language.takesKeys
    ? { wrap: (command: readonly string[]) => onTerminal(command, 'stty -icrnl'), enter: '\r' }
    : { wrap: onTerminal }

export const terminal: readonly Scenario[] = [
  {
    faces: ['console'],
    name: 'on a terminal the name is shown, the password is not, and Ctrl+C ends the session and restores the echo',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start(keyboard(scene))
      await actor.atLogin()
      actor.type(scene.user.username)
      await actor.shows(scene.user.username)
      await actor.shows('Password: ')
      actor.type(scene.user.password)
      await actor.shows('Expires: ')
      await actor.atMain()
      actor.type('status')
      await actor.shows('status')
      await actor.shows('Failures in a row: 0')
      await actor.atMain()
      actor.type(ctrlC)
      expect((await actor.shows(leftAsItWas)).replace(/\s+/g, ' ')).toMatch(/^status 0 .* echo $/)
      expect(scene.traffic.seen('end')).toHaveLength(1)
      expect(actor.output()).not.toContain(scene.user.password)
    },
  },
  {
    faces: ['console'],
    name: 'Ctrl+C at the password restores the echo',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start(keyboard(scene))
      await actor.atLogin()
      actor.type(scene.user.username)
      await actor.shows('Password: ')
      actor.type(ctrlC)
      expect((await actor.shows(leftAsItWas)).replace(/\s+/g, ' ')).toMatch(/^status 0 .* echo $/)
      expect(scene.traffic.seen('login')).toHaveLength(0)
    },
  },
  {
    faces: ['console'],
    name: 'Ctrl+C on a terminal leaves within seconds while a login waits for its answer',
    async run(setScene) {
      const scene = await setScene()
      scene.traffic.answerNext('login', 'drip body')
      const actor = await scene.start(keyboard(scene))
      await actor.atLogin()
      actor.type(scene.user.username)
      await actor.shows('Password: ')
      actor.type(scene.user.password)
      await scene.traffic.sees('login')
      const fromMs = performance.now()
      actor.type(ctrlC)
      expect((await actor.shows(leftAsItWas)).replace(/\s+/g, ' ')).toMatch(/^status 0 .* echo $/)
      expect(performance.now() - fromMs).toBeLessThan(12_000)
    },
  },
]
