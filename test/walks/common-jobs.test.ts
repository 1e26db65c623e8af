import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts'
import { useWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, type WalkApplication } from './walk-fixtures.ts'

/**
 * The ten commonest jobs, counted in clicks from the dashboard. Typing is free, and so is Enter in a form; shortcuts of
 * the keyboard are not used.
 */
describe.skipIf(!hasBrowser)('the ten commonest jobs', () => {
  const walk = useWalk({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
  const { ui } = walk
  let receiver: Receiver
  /** With a user who has signed in. */
  let used: WalkApplication
  const counted: string[] = []

  beforeAll(async () => {
    receiver = await startReceiver()
    used = await newApplication(walk.server, 'Used Game')
    await newUser(walk.server, used, { username: 'sofia', hwid: '', expiresAt: '2030-01-01T00:00:00Z' })
    await clientCall(walk.server, used, 'login', {
      ...{ username: 'sofia', password: 'pw123456', hwid: 'pc-1', version: '1.0' },
    })
  })
  afterAll(async () => {
    await receiver?.close()
    for (const line of counted) printFigure(line)
  })

  interface Job {
    readonly goal: number
    /** What it takes where the goal is not reached yet; it must not grow. */
    readonly atMost?: number
    readonly application?: string
    readonly walk: (click: (target: Locator) => Promise<void>) => Promise<unknown>
  }
  const link = (name: string | RegExp) => walk.page.getByRole('link', { name })
  const open = (name: string) => link(name).first()
  const section = (name: string) => ui.section(name)
  /** Behind the question that follows the first license of an application. */
  const generated = () => walk.page.locator('[aria-label="Generated keys"]')

  const jobs: Readonly<Record<string, Job>> = {
    'make an application': {
      goal: 2,
      walk: async (click) => {
        await click(ui.button('New Application'))
        await ui.field('Application Name').fill('Made Game')
        await click(ui.button('Create Application', ui.dialog()))
        await ui.seen('Waiting for the first login…')
      },
    },
    'make 50 license keys in a new application': {
      goal: 3,
      application: 'Keys Game',
      walk: async (click) => {
        await click(open('Keys Game'))
        await click(link('Generate Keys'))
        await ui.field('Keys').fill('50')
        await click(ui.button('Generate 50 Keys', ui.dialog()))
        await generated().waitFor()
      },
    },
    'make 50 license keys in an application in use': {
      goal: 3,
      atMost: 4,
      walk: async (click) => {
        await click(open('Used Game'))
        await click(section('Licenses'))
        await click(link('Generate Keys').first())
        await ui.field('Keys').fill('50')
        await click(ui.button('Generate 50 Keys', ui.dialog()))
        await generated().waitFor()
      },
    },
    'see why a user is refused': {
      goal: 3,
      walk: async (click) => {
        await click(open('Used Game'))
        await click(section('Users'))
        await click(ui.button('Check Login'))
        await ui.field('Username').fill('sofia')
        await ui.field('Username').press('Enter')
        await ui.dialog().getByText('A login would pass now.').waitFor()
      },
    },
    'reset a hardware ID': {
      goal: 3,
      atMost: 4,
      walk: async (click) => {
        await click(open('Used Game'))
        await click(section('Users'))
        await click(ui.button('Actions for sofia'))
        await click(walk.page.getByRole('menuitem', { name: 'Reset HWID' }))
        await ui.seen('HWID reset successfully')
      },
    },
    'give every user three more days': {
      goal: 4,
      atMost: 6,
      walk: async (click) => {
        await click(open('Used Game'))
        await click(section('Users'))
        await click(walk.page.getByRole('checkbox').first())
        await click(ui.button('Actions'))
        await click(walk.page.getByRole('menuitem', { name: 'Add or subtract days' }))
        await ui.field('Days').fill('3')
        await click(ui.dialog().locator('footer').getByRole('button').last())
        await ui.seen(/1 user changed/)
      },
    },
    'ban a user and the machine': {
      goal: 3,
      atMost: 6,
      walk: async (click) => {
        await clientCall(walk.server, used, 'login', {
          ...{ username: 'sofia', password: 'pw123456', hwid: 'pc-1', version: '1.0' },
        })
        await click(open('Used Game'))
        await click(section('Users'))
        await click(ui.button('Actions for sofia'))
        await click(walk.page.getByRole('menuitem', { name: 'Ban', exact: true }))
        await click(ui.dialog().getByText('Also blacklist the HWID'))
        await click(ui.button('Ban User', ui.dialog()))
        await ui.seen('User banned successfully')
      },
    },
    'connect a chat and test it': {
      goal: 4,
      application: 'Chat Game',
      walk: async (click) => {
        await click(open('Chat Game'))
        await click(link('Add Webhook'))
        await ui.field('URL').fill(receiver.url)
        await click(ui.button('Create Webhook', ui.dialog()))
        await click(ui.button('Send Test', ui.dialog()))
        await ui
          .dialog()
          .getByText(/responded with 200 in/)
          .waitFor()
      },
    },
    'rotate the API key': {
      goal: 3,
      atMost: 4,
      walk: async (click) => {
        await click(open('Used Game'))
        await click(section('API Config'))
        await click(ui.button('Rotate'))
        await click(ui.button('Rotate Key', ui.confirmation()))
        await ui.gone(ui.confirmation())
      },
    },
    'give a colleague one application': {
      goal: 4,
      atMost: 5,
      walk: async (click) => {
        await click(open('Used Game'))
        await click(ui.button('More'))
        await click(walk.page.getByRole('menuitem', { name: 'Team' }))
        await click(ui.button('Invite'))
        await ui.field('Email').fill('kim@example.com')
        await click(ui.button('Invite', ui.dialog()))
        await ui.dialog().getByText('/invite#token=').first().waitFor()
      },
    },
    'download the Python sample': {
      goal: 2,
      application: 'Python Game',
      walk: async (click) => {
        await click(open('Python Game'))
        const saved = walk.page.waitForEvent('download')
        await click(ui.button('Download sample, Python'))
        expect((await saved).suggestedFilename()).toBe('login_sample.zip')
      },
    },
  }

  it.each(Object.entries(jobs))(
    '%s takes no more clicks than it may',
    async (name, { goal, atMost = goal, ...job }) => {
      if (job.application !== undefined) await newApplication(walk.server, job.application)
      await ui.load('/')
      let clicks = 0
      await job.walk(async (target) => {
        clicks += 1
        await target.click()
      })
      counted.push(`${name}: ${clicks} clicks, goal ${goal}`)
      expect(clicks).toBeLessThanOrEqual(atMost)
    },
  )
})
