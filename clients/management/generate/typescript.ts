import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { ManagementDocument } from './management-document.ts'

const head = '// Generated from the OpenAPI document. Do not edit: see clients/management/README.md.\n\n'

/** The generated files of the TypeScript client, by their names in its folder `src`. */
export async function typescriptFiles(document: ManagementDocument): Promise<Readonly<Record<string, string>>> {
  const types = await openapiTS(document as unknown as OpenAPI3, { alphabetize: false })
  return { 'schema.ts': head + astToString(types), 'idempotent-calls.ts': head + idempotentCalls(document) }
}

/** The client gives these an Idempotency-Key: types alone would not tell it which. */
function idempotentCalls({ paths }: ManagementDocument): string {
  const keys = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, { parameters = [] }]) => JSON.stringify(parameters).includes('/IdempotencyKey"'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const lines = keys.map((key) => `  '${key}',\n`).join('')
  return `/** Calls that take an \`Idempotency-Key\`. */\nexport const idempotentCalls: ReadonlySet<string> = new Set([\n${lines}])\n`
}
