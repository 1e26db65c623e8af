import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guidePages } from '../../guide/guide-pages.ts'
import { clientCalls, type GuideCall, managementCalls } from '../../guide/inserts/calls.ts'
import { requestSamples, type SampleLanguageName, sampleLanguageNames } from '../../guide/request-samples.ts'
import { exampleValues } from '../../src/shared/call-examples.ts'
import { readFromRoot } from '../documents/repository-files.ts'
import { type GuideScene, type GuideServer, startGuideServer } from './guide-scene.ts'
import { hasLanguage, runSnippet } from './run-snippet.ts'
import { shapeProblems } from './shape-problems.ts'

const answersFile = new URL('../../guide/answers.json', import.meta.url)
const answers: Readonly<Record<string, { status: number; body: unknown }>> = JSON.parse(
  readFileSync(answersFile, 'utf8'),
)
/** Writes the responses into guide/answers.json instead of comparing them with it. */
const isRecording = process.env.RECORD_ANSWERS === '1'
const calls: readonly GuideCall[] = [...clientCalls, ...managementCalls]

/** What was printed, without the status that curl, JavaScript, Python and C# print before or behind it. */
const bodyOf = (printed: string) =>
  printed
    .trim()
    .replace(/^\d{3} (?=[[{"\w])/, '')
    .replace(/\n\d{3}$/, '')
const statusOf = (printed: string) => /^(\d{3}) |\n(\d{3})$/.exec(printed.trim())?.slice(1).find(Boolean)
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const needsOf = ({ key }: GuideCall) => ({
  hasUser: key !== 'POST /api/v1/register',
  hasSession: key !== 'POST /api/v1/session/track start',
})

describe('the requests in the guide', { timeout: 300_000 }, async () => {
  const there = new Map<SampleLanguageName, boolean>()
  for (const name of sampleLanguageNames) there.set(name, await hasLanguage(name))
  let server: GuideServer
  beforeAll(async () => {
    server = await startGuideServer()
  })
  afterAll(() => server?.close())

  /** One scene for all calls that only read: making it takes as long as several of them. */
  let read: Promise<GuideScene> | undefined
  const sceneOf = (call: GuideCall) => {
    if (!call.key.startsWith('GET ')) return server.scene(needsOf(call))
    read ??= server.scene(needsOf(call))
    return read
  }
  const send = async (call: GuideCall, name: SampleLanguageName) => {
    const scene = await sceneOf(call)
    const [sample] = requestSamples(call.request, [name])
    const printed = await runSnippet(name, scene.fill(sample?.code ?? ''))
    return { printed: scene.unfill(printed), ids: scene.ids }
  }

  const record = async () => {
    const recorded: Record<string, { status: number; body: unknown }> = {}
    for (const call of calls) {
      const { printed, ids } = await send(call, 'curl')
      const body = withExampleIds(parsed(bodyOf(printed)), call.key, ids)
      recorded[call.key] = { status: Number(statusOf(printed)), body }
    }
    writeFileSync(answersFile, `${JSON.stringify(recorded, null, 2)}\n`)
  }
  // absent otherwise: a skipped test counts as failed where none may be left out
  if (isRecording) it('are recorded with the responses of the real server', record)

  // Each waits for a program of its own most of the time.
  describe.each(sampleLanguageNames)('in %s', { concurrent: true }, (name) => {
    it.skipIf(isRecording || !there.get(name)).each(calls.filter(({ languages }) => languages.includes(name)))(
      'work as they stand: $key',
      async (call) => {
        const { printed } = await send(call, name)
        const shown = answers[call.key]
        if (name !== 'PHP' && name !== 'C++') expect(statusOf(printed), printed).toBe(String(shown?.status))
        expect(shapeProblems(shown?.body, parsed(bodyOf(printed))), printed).toEqual([])
      },
    )
  })

  const ownCurl = guidePages.flatMap(({ slug }) =>
    [...readFromRoot(`docs/guide/${slug}.md`).matchAll(/```sh curl\n([\s\S]*?)```/g)].map(([, code = '']) => ({
      page: slug,
      code,
    })),
  )
  it.skipIf(isRecording || !there.get('curl')).each(ownCurl)(
    'work where a page writes its own: $page',
    async ({ code }) => {
      const scene = await server.scene()
      expect(statusOf(await runSnippet('curl', scene.fill(code)))).toBe('200')
    },
  )

  it('show successful responses only, and every language fails when a snippet is broken', async () => {
    if (isRecording) return
    expect(Object.entries(answers).filter(([, { status }]) => status !== 200)).toEqual([])
    const [call] = clientCalls
    if (call === undefined) throw new Error('There is no call')
    const scene = await server.scene(needsOf(call))
    const broken = { ...call.request, url: call.request.url.replace('register', 'registr') }
    const [sample] = requestSamples(broken, ['curl'])
    expect(statusOf(await runSnippet('curl', scene.fill(sample?.code ?? '')))).toBe('404')
  })
})

/** The ids of records with which a response would say another than its request. */
function withExampleIds(body: unknown, key: string, { application, license }: GuideScene['ids']): unknown {
  const path = key.split(' ')[1] ?? ''
  const own = /webhooks/.test(path)
    ? exampleValues.webhook
    : /blacklist/.test(path)
      ? exampleValues.blacklistEntry
      : /\/users(\/|$)/.test(path)
        ? undefined
        : /\/licenses/.test(path)
          ? exampleValues.license
          : /\/presets/.test(path)
            ? exampleValues.preset
            : /\/offline-licenses/.test(path)
              ? exampleValues.offlineFile
              : /\/orders/.test(path)
                ? exampleValues.order
                : /\/sessions/.test(path)
                  ? exampleValues.session
                  : /activity/.test(path)
                    ? undefined
                    : exampleValues.application
  const walk = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.slice(0, 2).map((one) => walk(one, depth))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (name === 'applicationId' && String(one) === application) return [name, Number(exampleValues.application)]
        if (name === 'id' && /licenses/.test(path) && String(one) === license)
          return [name, Number(exampleValues.license)]
        if (name === 'licenseId' && one !== null) return [name, Number(exampleValues.license)]
        if (name === 'id' && depth === 0 && typeof one === 'number' && own !== undefined) return [name, Number(own)]
        if (name === 'request_id') return [name, '0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e21']
        return [name, walk(one, depth + 1)]
      }),
    )
  }
  return walk(body, 0)
}
