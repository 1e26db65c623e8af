import { describe, expect, it, vi } from 'vitest'
import type { MemberRole } from '../../src/shared/rights.ts'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { replacedWindow, useServerAndBrowser } from './open-walk.ts'
import { pressEverything } from './press-everything.ts'
import { clientCall, newApplication, newMember, newUser, openSignedIn, ownerCall, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Every screen of an application as its members see it: the built pages, the real server. */
describe.skipIf(!hasBrowser)('a member of an application', () => {
  const walk = useServerAndBrowser()
  const shown = replacedWindow(walk)

  type Ids = Awaited<ReturnType<typeof seed>>
  let seeded = 0
  /** One row in every list, of the application and, where there is such a thing, of all that its owner has. */
  const seed = async () => {
    const { server } = walk
    seeded += 1
    const application = await newApplication(server, 'My Game App')
    const { id } = application
    const sofia = await newUser(server, application, { username: 'sofia', hwid: 'machine-1' })
    await ownerCall(server, 'POST', `/api/applications/${id}/licenses`, { licenseKey: `KW-ACTIVE-000${seeded}-AAAA` })
    const hook = { url: 'https://hooks.example.com/secret', isActive: false }
    const own = await ownerCall<{ id: number }>(server, 'POST', '/api/webhooks', { ...hook, applicationId: id })
    const wide = await ownerCall<{ id: number }>(server, 'POST', '/api/webhooks', hook)
    const entry = { type: 'ip', reason: 'planted' }
    await ownerCall(server, 'POST', '/api/blacklist', { ...entry, applicationId: id, value: '203.0.113.9' })
    await ownerCall(server, 'POST', '/api/blacklist', { ...entry, value: `198.51.100.${seeded}` })
    for (const password of ['pw123456', 'wrong']) {
      await clientCall(server, application, 'login', { username: 'sofia', password, hwid: 'machine-1' })
    }
    return { id, sofia: sofia.id, own: own.id, wide: wide.id }
  }

  const sections = ['users', 'licenses', 'activity', 'api-config', 'webhooks', 'blacklist', 'messages'] as const
  const dialogs = ['settings', 'add-user', 'create-license', 'sessions', 'rotate-key'] as const

  const every = (ids: Ids) => {
    const of = (query: string) => `/app/${ids.id}?${query}`
    return [
      '/',
      `/app/${ids.id}`,
      ...sections.map((each) => of(`section=${each}`)),
      of(`section=users&user=${ids.sofia}`),
      of(`section=webhooks&webhook=${ids.own}`),
      of(`section=webhooks&webhook=${ids.wide}`),
      ...dialogs.map((each) => of(`${each === 'rotate-key' ? 'section=api-config&' : ''}dialog=${each}`)),
      `/app/${ids.id}/licenses`,
      `/app/${ids.id}/licenses?dialog=generate`,
      `/app/${ids.id}/settings/team`,
      `/app/${ids.id}/settings/team?dialog=invite`,
      '/webhooks',
      '/blacklist',
      '/activity-logs',
    ]
  }
  /** Where support may do more than a viewer. */
  const ofSupport = ({ id, sofia }: Ids) => [
    `/app/${id}?section=users`,
    `/app/${id}?section=users&user=${sofia}`,
    `/app/${id}?section=licenses`,
    `/app/${id}?section=blacklist`,
    `/app/${id}?dialog=sessions`,
  ]
  const walks = [
    ['viewer', 'wide', every],
    ['support', 'narrow', ofSupport],
  ] as const satisfies readonly (readonly [MemberRole, keyof typeof widths, (ids: Ids) => readonly string[]])[]

  it.each(walks)(
    'with the role %s meets no button that ends in a refusal, at the %s width',
    async (role, width, screens) => {
      const ids = await seed()
      const member = await newMember(walk.server, ids, `${role}-${seeded}@example.com`, role)
      await shown.openIn(await openSignedIn(walk.browser, member, widths[width]))
      const { page, watched, ui } = shown
      let count = 0
      const known = new Set<string>()
      for (const address of screens(ids)) {
        const open = () => ui.open(address)
        const spared = ['Leave', 'New Application', 'Create Your First Application']
        const rowWords = ['sofia', 'KW-ACTIVE']
        const { pressed, blocked } = await pressEverything({ page, open, spared, rowWords, known })
        // 409: what was pressed before, such as an address that is on the blacklist by now.
        expect(
          watched.refusals.filter((each) => !each.startsWith('409 ')),
          address,
        ).toEqual([])
        expect(watched.problems, address).toEqual([])
        // Whoever types the address of a dialog sees it, with the reason at its button.
        expect(address.includes('dialog=') ? [] : blocked, address).toEqual([])
        expect(await findHorizontalOverflow(page), address).toEqual([])
        count += pressed
      }
      printFigure(`${count} buttons pressed as ${role}, ${width}`)
      expect(count).toBeGreaterThan(20)
    },
  )
})
