import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/server/http/openapi/document.ts'
import { root } from '../documents/repository-files.ts'
import { type Place, temporaryFolder } from '../harness/temporary-folder.ts'

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number }
  readonly problems: readonly { readonly ruleId: string; readonly location: readonly { readonly pointer: string }[] }[]
}

/** It reports no use to its makers, and asks for no newer version. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

describe('Redocly, with its recommended rules', () => {
  let place: Place
  beforeAll(async () => {
    place = await temporaryFolder()
    await writeFile(join(place.options.dataDir, 'redocly.yaml'), 'extends: [recommended]\n')
  })
  afterAll(() => place.remove())

  async function lint(document: object): Promise<Report> {
    const cwd = place.options.dataDir
    await writeFile(join(cwd, 'document.json'), JSON.stringify(document))
    const program = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, ...quiet }
    return new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [program, 'lint', 'document.json', '--format', 'json'],
        { cwd, env },
        (_error, out) => {
          try {
            resolve(JSON.parse(out) as Report)
          } catch {
            reject(new Error(`Redocly said no JSON: ${out}`))
          }
        },
      )
    })
  }

  const document = openApiDocument({ version: '1.0.0', server: '/' })

  it('finds no error and no warning', async () => {
    const { problems } = await lint(document)
    expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([])
  })

  it('sees a call without a name, and a reference to nothing', async () => {
    const paths = structuredClone(document.paths) as Record<string, Record<string, Record<string, unknown>>>
    const stats = paths['/api/stats']?.get
    if (!stats) throw new Error('The document has no statistics')
    stats.operationId = 'get stats'
    stats.responses = { 200: { $ref: '#/components/responses/Nothing' } }
    const { problems, totals } = await lint({ ...document, paths })
    expect(totals.errors).toBeGreaterThan(1)
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(
      expect.arrayContaining(['no-unresolved-refs', 'operation-operationId-url-safe']),
    )
  })
})
