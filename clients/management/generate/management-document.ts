import { openApiDocument } from '../../../src/server/http/openapi/document.ts'

/** A schema, parameter or response of the document. */
export type Part = Readonly<Record<string, unknown>>

export interface ManagementCall extends Part {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Part[]
  readonly requestBody?: Part
  readonly responses: Readonly<Record<string, Part>>
}

export interface ManagementDocument extends Part {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ManagementCall>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Part>>>>
}

/** The OpenAPI document with the calls that a management token may make, and what these refer to. */
export function managementDocument(): ManagementDocument {
  // As it is served: without what is undefined.
  const whole = JSON.parse(JSON.stringify(openApiDocument({ version: '', server: '/' }))) as ManagementDocument
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([path, calls]) => {
      const allowed = Object.entries(calls).filter(([, { security = whole.security }]) => takesToken(security))
      return allowed.length === 0 ? [] : [[path, Object.fromEntries(allowed)] as const]
    }),
  )
  const { openapi, info, servers, security } = whole
  return { openapi, info, servers, security, paths, components: componentsOf(paths, whole) }
}

const takesToken = (security: unknown) => JSON.stringify(security).includes('"managementToken"')

/** What is referred to, directly or by another component, in the order of the whole document. */
function componentsOf(paths: unknown, { components }: ManagementDocument): ManagementDocument['components'] {
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const key = `${kind}/${name}`
      if (used.has(key)) continue
      used.add(key)
      follow(components[kind]?.[name])
    }
  }
  follow(paths)
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(
        Object.entries(parts).filter(([name]) => kind === 'securitySchemes' || used.has(`${kind}/${name}`)),
      ),
    ]),
  )
}
