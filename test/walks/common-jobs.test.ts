import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts'
import { useWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, ownerCall, type WalkApplication } from './walk-fixtures.ts'

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
    for (const username of ['sofia', 'ayla', 'kim']) {
      await newUser(walk.server, used, { username, hwid: '', expiresAt: '2030-01-01T00:00:00Z' })
    }
    // Before an address is blocked.
    for (const username of ['sofia', 'ayla', 'kim']) await logIn(used, username)
  })
  afterAll(async () => {
    await receiver?.close()
    for (const line of counted) printFigure(line)
  })

  type Click = (target: Locator) => Promise<void>
  interface Job {
    readonly goal: number
    /** A new one, of this name. */
    readonly application?: string
    readonly walk: (click: Click) => Promise<unknown>
  }
  const link = (name: string | RegExp) => walk.page.getByRole('link', { name })
  const entry = (name: string) => walk.page.getByRole('menuitem', { name, exact: true })
  /** On the card of an application. */
  const open = (name: string) => link(name).first()
  const users = (name: string) => link(new RegExp(`^Users of ${name}`))
  const actions = (of: string) => ui.button(`Actions for ${of}`)
  const generateFifty = async (click: Click) => {
    await ui.field('Keys').fill('50')
    await click(ui.button('Generate 50 Keys', ui.dialog()))
    // behind the question that follows the first license of an application
    await walk.page.locator('[aria-label="Generated keys"]').waitFor()
  }
  const logIn = async (application: WalkApplication, username: string) =>
    clientCall(walk.server, application, 'login', {
      ...{ username, password: 'pw123456', hwid: `pc-${username}`, version: '1.0' },
    })
  const userOf = async (application: WalkApplication, username: string) =>
    (
      await ownerCall<{ username: string; isBanned: boolean; hwid: string | null; expiresAt: string | null }[]>(
        walk.server,
        'GET',
        `/api/applications/${application.id}/users`,
      )
    ).find((user) => user.username === username)

  /** The ban, and what is blocked in each application. */
  const expectBannedEverywhere = async (username: string) => {
    await ui.seen('User banned successfully')
    expect(await userOf(used, username)).toMatchObject({ isBanned: true })
    const other = await newestApplication()
    const blocked = await ownerCall<{ type: string; value: string }[]>(
      walk.server,
      'GET',
      `/api/blacklist?applicationId=${other}`,
    )
    expect(blocked.filter(({ value }) => value.endsWith(username)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['username', 'hwid']),
    )
  }
  /** A search ends after 300 ms, which a busy machine may need for little: types another text each time, until it is whole. */
  const isWhollySearched = (texts: string[]) => async () => {
    const text = texts.shift() ?? ''
    texts.push(text)
    const answer = walk.page.waitForResponse(/\/api\/search$/)
    await walk.page.getByRole('combobox').fill(text)
    return !((await (await answer).json()) as { isPartial: boolean }).isPartial
  }
  const newestApplication = async () =>
    Math.max(...(await ownerCall<{ id: number }[]>(walk.server, 'GET', '/api/applications')).map(({ id }) => id))

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
        await generateFifty(click)
      },
    },
    'make 50 license keys in an application in use': {
      goal: 3,
      walk: async (click) => {
        await click(actions('Used Game'))
        await click(entry('Generate Keys…'))
        await generateFifty(click)
      },
    },
    'see why a user is refused': {
      goal: 3,
      walk: async (click) => {
        await click(users('Used Game'))
        await click(ui.button('Check Login'))
        await ui.field('Username').fill('sofia')
        await ui.field('Username').press('Enter')
        await ui.dialog().getByText('A login would pass now.').waitFor()
      },
    },
    'reset a hardware ID': {
      goal: 3,
      walk: async (click) => {
        await click(users('Used Game'))
        await click(actions('sofia'))
        await click(entry('Reset HWID'))
        await ui.seen('HWID reset successfully')
        expect(await userOf(used, 'sofia')).toMatchObject({ hwid: null })
      },
    },
    'give every user three more days': {
      goal: 4,
      walk: async (click) => {
        await click(users('Used Game'))
        await click(ui.button('More Actions'))
        await click(entry('Extend All…'))
        await ui.field('Days').fill('3')
        await click(ui.button('Add 3 days to 3 users', ui.dialog()))
        await ui.seen(/3 users changed/)
        expect(await userOf(used, 'sofia')).toMatchObject({ expiresAt: '2030-01-04T00:00:00.000Z' })
        expect(await userOf(used, 'ayla')).toMatchObject({ expiresAt: '2030-01-04T00:00:00.000Z' })
      },
    },
    'ban a user and the machine everywhere, by the search': {
      goal: 3,
      walk: async (click) => {
        await click(walk.page.getByRole('button', { name: /^Search…/ }))
        await expect.poll(isWhollySearched(['ban ayla', 'ban ayl'])).toBe(true)
        await click(walk.page.getByRole('option', { name: /^Ban ayla in all my applications/ }))
        await click(ui.button('Ban User', ui.dialog()))
        await expectBannedEverywhere('ayla')
      },
    },
    'ban a user and the machine everywhere, in the list': {
      goal: 4,
      walk: async (click) => {
        await click(users('Used Game'))
        await click(actions('kim'))
        await click(entry('Ban Everywhere…'))
        await click(ui.button('Ban User', ui.dialog()))
        await expectBannedEverywhere('kim')
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
      walk: async (click) => {
        await click(actions('Used Game'))
        await click(entry('Rotate API Key…'))
        await click(ui.button('Rotate Key', ui.confirmation()))
        await ui.gone(ui.confirmation())
        await ui.seen('Replaced Keys That Still Work')
      },
    },
    'give a colleague one application': {
      goal: 4,
      walk: async (click) => {
        await click(actions('Used Game'))
        await click(entry('Invite to Team…'))
        await ui.field('Email').fill('kim@example.com')
        await click(ui.button('Invite', ui.dialog()))
        await ui.dialog().getByText('/invite#token=').first().waitFor()
        await ui.press('Done', ui.dialog())
        await ui.seen(/^Support, expires/)
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

  it.each(Object.entries(jobs))('%s takes no more clicks than it may', async (name, { goal, ...job }) => {
    if (job.application !== undefined) await newApplication(walk.server, job.application)
    await ui.load('/')
    let clicks = 0
    await job.walk(async (target) => {
      clicks += 1
      await target.click()
    })
    counted.push(`${name}: ${clicks} clicks, goal ${goal}`)
    expect(clicks).toBeLessThanOrEqual(goal)
  })
})
