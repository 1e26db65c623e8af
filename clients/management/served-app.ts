import type { AddressInfo } from 'node:net'
import type { TokenAction } from '../../src/shared/token-actions.ts'
import { readFromRoot } from '../../test/documents/repository-files.ts'
import { createSeededApp, type SeededApp } from '../../test/harness/seeded-app.ts'
import { useOpened } from '../../test/harness/use-suite.ts'

/** A server at a port, with an application and its maker. */
export interface ServedApp extends SeededApp {
  readonly origin: string
  /** A management token of the maker. */
  token(...actions: readonly TokenAction[]): Promise<string>
}

/** For the tests of a suite. Its answers are compared with the OpenAPI document, as those of every test app. */
export function useServedApp(): ServedApp {
  return useOpened(
    async () => {
      const app = await createSeededApp()
      await app.http.listen({ host: '127.0.0.1', port: 0 })
      const { port } = app.http.server.address() as AddressInfo
      const token: ServedApp['token'] = async (...actions) => {
        const made = { name: 'A program', days: 1, actions }
        return (await app.maker.api<{ token: string }>('POST', '/api/account/tokens', made)).body.token
      }
      return { ...app, origin: `http://127.0.0.1:${port}`, token }
    },
    (app) => app.close(),
  )
}

/** The sample of the guide for a client, with values of this server in place of the reader's. */
export function guideSample(language: 'js' | 'python', { origin, applicationId }: ServedApp, token: string): string {
  const section = readFromRoot('docs/guide/management-api.md').split('{#clients}')[1] ?? ''
  const sample = new RegExp(`\`\`\`${language} \\w+\\n([^\`]*)\`\`\``).exec(section)?.[1]
  if (sample === undefined) throw new Error(`The guide has no sample of the client in ${language}`)
  return sample
    .replace('http://localhost:3000', origin)
    .replace('YOUR_TOKEN', token)
    .replace(/\b(id: |generate_license\()7\b/, `$1${applicationId}`)
}
