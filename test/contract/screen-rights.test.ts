import { describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import type { Right } from '../../src/shared/rights.ts'
import { root } from '../documents/repository-files.ts'
import { findUnstatedRights, readScreens } from './screen-rights.ts'

/** Told to the audit log by itself, where the key is shown; what shows the key asks. */
const besides = new Set(['POST /api/applications/:id/api-key-uses'])

/** What a screen sends on a press and a role may not: changes, checks and files. */
const needed = new Map(
  Object.entries<RouteDef>(contract).flatMap(([key, { right }]): [string, Right][] => {
    const isPressed = !key.startsWith('GET ') || key.endsWith('/export')
    return right === undefined || right === 'look' || besides.has(key) || !isPressed ? [] : [[key, right]]
  }),
)

const planted = (text: string) => findUnstatedRights(new Map([['src/web/planted.tsx', text]]), needed)

describe('the screens', () => {
  it('state the right of every call that a role may lack, at each control that sends it', () => {
    const sources = new Map(readScreens(root))
    // what the palette offers asks `can` of each row
    expect(sources.delete('src/web/pages/palette-task-run.tsx')).toBe(true)
    expect(sources.size).toBeGreaterThan(300)
    expect(needed.size).toBeGreaterThan(40)
    expect(findUnstatedRights(sources, needed)).toEqual([])
  })

  it.each([
    ['by a component', "api('DELETE /api/applications/:id/users/:userId')"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    ['by a filled-in key', 'api(`POST /api/applications/:id/users/:userId/${action}`)'],
    ['by a key in a constant', 'api(key)'],
    ['as a file', "downloadFile('GET /api/applications/:id/users/export')"],
  ])('are told when a right is missing from a button of what is sent %s', (_what, call) => {
    const head = `const key = 'PUT /api/webhooks/:id'; const useSend = () => useMutate(() => ${call});`
    const screen = (button: string) => `${head} function Screen() { const send = useSend(); return ${button} }`
    const missing = planted(screen('<Button onClick={() => send.mutate()}>Go</Button>'))
    expect(missing).toEqual([
      expect.stringContaining('Screen: nothing states '),
      'src/web/planted.tsx Screen: <Button> needs no right',
    ])
    expect(planted(screen('<Button needs="manage" onClick={() => send.mutate()}>Go</Button>'))).toEqual([])
  })

  it('are told when one of two buttons is forgotten, or a lower right is stated than the call needs', () => {
    const screen = (needs: string, second: string) =>
      `function Screen() { const send = useMutate(() => api('PUT /api/webhooks/:id'));
        return <><Button needs="${needs}" onClick={() => send.mutate()} />${second}</> }`
    expect(planted(screen('help', ''))).toEqual(['src/web/planted.tsx Screen: nothing states manage'])
    expect(planted(screen('manage', '<Switch onChange={() => send.mutate()} />'))).toEqual([
      'src/web/planted.tsx Screen: <Switch> needs no right',
    ])
    expect(planted(screen('manage', '<Button onClick={close} />'))).toEqual([])
  })
})
