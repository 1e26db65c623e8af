import { execFile } from 'node:child_process'
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { startDisplay } from '../display.ts'
import { type Program, startProgram } from '../program.ts'
import { alone, type Scenario } from './scenario.ts'

const run = promisify(execFile)
/** A folder for the screenshots of the docs page; without it they are checked and discarded. */
const picturesFolder = process.env.SAMPLE_PICTURES

/** Fails when the program has exited: waiting for its window would hang. */
async function endOf({ exitCode, output }: Program): Promise<never> {
  await exitCode
  throw new Error(`The program ended before it showed its window:\n${output()}`)
}

/** The sample itself, without a driver: a keyboard, a mouse and a screen. */
export const realWindow: Scenario = {
  faces: ['window'],
  name: 'is used by keyboard in a real window, which shows who is logged in',
  async run(setScene) {
    const scene = await setScene(alone)
    const { workshop, language, values } = scene.stage
    const { command } = await workshop.build(language, values)
    const display = await startDisplay()
    const folder = await workshop.newHome()
    const env = { DISPLAY: display.name, HOME: folder, XDG_DATA_HOME: folder }
    const xdotool = async (...args: string[]) =>
      (await run('xdotool', args, { env: { ...process.env, ...env } })).stdout
    const picture = async (name: string) => {
      const path = join(folder, `sample-${language.id}${name}.png`)
      await run('import', ['-window', window, path], { env: { ...process.env, ...env } })
      expect((await stat(path)).size, 'the window shows something').toBeGreaterThan(3000)
      if (!picturesFolder) return
      await mkdir(picturesFolder, { recursive: true })
      await copyFile(path, join(picturesFolder, `sample-${language.id}${name}.png`))
    }
    const program = startProgram(command, { folder, env })
    let window = ''
    try {
      const search = xdotool('search', '--sync', '--onlyvisible', '--name', '^Keywright Sample$')
      window = (await Promise.race([search, endOf(program)])).trim().split('\n')[0] ?? ''
      // a window that has just appeared may lose the focus again
      do await xdotool('windowfocus', '--sync', window)
      while ((await xdotool('getwindowfocus')).trim() === '1')
      if (language.id === 'python') await xdotool('key', 'Tab')
      await xdotool('type', '--delay', '30', scene.user.username)
      await xdotool('key', 'Tab')
      await xdotool('type', '--delay', '30', scene.user.password)
      await picture('-login')
      await xdotool('key', 'Return')
      await scene.traffic.sees('heartbeat')
      expect(scene.traffic.seen('login')[0]?.body).toMatchObject(scene.user)
      await picture('')
      const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
      expect(stats).toMatchObject({ activeSessions: 1 })
    } finally {
      await program.stop()
      await display.stop()
    }
  },
}

/** The window manager closes the window, whatever stands before it. */
export const closedUnderBox: Scenario = {
  lacks: 'has no box of Tk, which lets its window be closed',
  name: 'the window can be closed under an open message, and the program ends as it was about to',
  async run(setScene) {
    const scene = await setScene()
    const body = '{"success":false,"code":"version_mismatch","message":"Please update"}'
    scene.traffic.answerNext('login', { status: 403, body })
    const actor = await scene.start()
    actor.logIn(scene.user.username, scene.user.password)
    await actor.shows('[box] Update Required: ')
    actor.leave()
    expect(await actor.exitCode).toBe(1)
  },
}

/** The C# sample keeps the user's id for its next start. */
export const restoredUser: Scenario = {
  lacks: 'keeps no user for its next start',
  name: 'goes on for the user of the last time, and shows the empty form when the server refuses',
  async run(setScene) {
    const scene = await setScene()
    const home = await scene.stage.workshop.newHome()
    const first = await scene.start({ home })
    await first.atLogin()
    first.logIn(scene.user.username, scene.user.password)
    await first.atMain()
    first.leave()
    expect(await first.exitCode).toBe(0)

    const second = await scene.start({ home })
    await second.shows('Restored from the last login')
    await second.atMain()
    await scene.traffic.sees('heartbeat')
    expect(scene.traffic.seen('login')).toHaveLength(1)
    second.leave()
    await second.exitCode

    await scene.setUser('pause')
    const third = await scene.start({ home })
    await third.atLogin()
    await scene.traffic.sees('verify', 3)
    await scene.setUser('unpause')
    third.leave()
    await third.exitCode

    const fourth = await scene.start({ home })
    await fourth.atLogin()
    expect(scene.traffic.seen('verify'), 'a refused user is forgotten').toHaveLength(3)
  },
}
