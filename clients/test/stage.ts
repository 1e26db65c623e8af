import { join } from 'node:path'
import type { SampleValues } from '../../src/shared/render-sample.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { openWorkshop, type Workshop } from './build-sample.ts'
import { type Display, startDisplay } from './display.ts'
import type { Language } from './languages.ts'
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts'
import { leasedValues, quick } from './sample-values.ts'
import { hostile } from './sample-vectors.ts'

/** What all scenes of one language share: the server, the proxy in front of it, the build folder and the display. */
export interface Stage {
  readonly language: Language
  readonly server: RunningServer
  readonly proxy: RecordingProxy
  readonly workshop: Workshop
  readonly display: Display | undefined
  /** What every program of the language is rendered with. */
  readonly values: SampleValues & { readonly API_KEY: string }
  /** For scenes that only look at their own user: generating keys for another application doubles the load. */
  readonly sharedApplication: SharedApplication
  /** An application with offline leases, and its keys for pinning; made when it is asked for first. */
  signedApplication(): Promise<SignedApplication>
  /** Stops the server; returns a function that starts it again with its data, or the data that more settings name. */
  stopServer(): Promise<(more?: Readonly<Record<string, string>>) => Promise<void>>
  close(): Promise<void>
}

export interface SharedApplication {
  readonly id: number
  readonly apiKey: string
}

export interface SignedApplication extends SharedApplication {
  readonly values: SampleValues
}

/** Limits near the real ones, so that a scene with its own application can reach them. */
const env = { RATE_LIMIT_SCALE: '3' }

export async function openStage(language: Language): Promise<Stage> {
  const workshop = await openWorkshop()
  const openingSystem = language.openSystem?.()
  const dataDir = join(await workshop.newHome(), 'data')
  const [firstServer, display] = await Promise.all([
    startServer({ env, dataDir, hasCheapHashes: true }),
    language.face === 'window' ? startDisplay() : undefined,
  ])
  let server = firstServer
  const proxy = await startRecordingProxy(server.origin)
  const { body } = await server.api<SharedApplication>('POST', '/api/applications', { name: 'Gate', version: '1.0' })
  let signed: Promise<SignedApplication> | undefined
  const signedApplication = () => {
    signed ??= makeSigned(server)
    return signed
  }
  const own = { API_KEY: body.apiKey, APP_VERSION: '1.0', ORIGIN: proxy.origin, HWID_SALT: 'keywright-app-7' }
  const values = { ...quick, ...own }
  await workshop.prepare(language, hostile)
  const closeSystem = await openingSystem
  return {
    language,
    get server() {
      return server
    },
    proxy,
    workshop,
    display,
    values,
    sharedApplication: { id: body.id, apiKey: body.apiKey },
    signedApplication,
    stopServer: async () => {
      await Promise.all([proxy.goDown(), server.stop()])
      return async (more) => {
        server = await startServer({ env: { ...env, ...more }, dataDir, hasCheapHashes: true })
        await proxy.comeBack(server.origin)
      }
    },
    close: async () => {
      await proxy.stop()
      await closeSystem?.()
      await Promise.all([server.stop(), workshop.remove(), display?.stop()])
    },
  }
}

async function makeSigned(server: RunningServer): Promise<SignedApplication> {
  const names = { name: 'Signed', version: '1.0' }
  const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', names)
  await server.api('PATCH', `/api/applications/${body.id}`, { leaseHours: 1 })
  const keys = await server.api<Keys>('GET', `/api/applications/${body.id}/signing-keys`)
  const pinned = { PUBLIC_KEY: keys.body.current.publicKey, NEXT_PUBLIC_KEY: keys.body.next.publicKey }
  return { id: body.id, apiKey: body.apiKey, values: { ...pinned, ...leasedValues } }
}

interface Keys {
  readonly current: { readonly publicKey: string }
  readonly next: { readonly publicKey: string }
}
