import { expect } from 'vitest'
import { describeSample } from './describe-sample.ts'
import { lateLoss } from './scenarios/late-loss.ts'
import { alone, type Scenario } from './scenarios/scenario.ts'
import { ctrlC, onTerminal } from './scenarios/terminal.ts'
import { closedUnderBox, realWindow } from './scenarios/windows.ts'

const lacks = 'is no program with a window that a terminal starts'

/** A program with a window, started from a terminal. */
const endedFromTerminal: readonly Scenario[] = [
  {
    lacks,
    name: 'Ctrl+C on the terminal closes the window and ends the session once',
    async run(setScene) {
      const scene = await setScene(alone)
      const actor = await scene.start({ wrap: (command) => onTerminal(command, 'stty -echo') })
      await actor.atLogin()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
      actor.type(ctrlC)
      await actor.shows('status 0')
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
  {
    lacks,
    name: 'SIGTERM closes the window within seconds while calls wait for their answers',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      scene.traffic.answer(() => 'drip body')
      await scene.traffic.sees('heartbeat', scene.traffic.seen('heartbeat').length + 1)
      const fromMs = performance.now()
      actor.signal('SIGTERM')
      expect(await actor.exitCode).toBe(0)
      expect(performance.now() - fromMs).toBeLessThan(12_000)
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
]

describeSample('python', realWindow, closedUnderBox, ...endedFromTerminal, ...lateLoss)
