import { callGroups, groupOf } from '../../src/shared/call-groups.ts'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'

/** The groups of the OpenAPI document, with the number of their calls; linked where the guide has a page about them. */
export function insertCallGroups(): string {
  const counts = new Map<string, number>()
  for (const [key, route] of Object.entries<RouteDef>(contract)) {
    const group = groupOf(key, route)
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  const rows = Object.entries<{ title: string; description: string; page?: string }>(callGroups)
    .filter(([name]) => counts.has(name))
    .map(([name, { title, description, page }]) => {
      const shown = page === undefined ? title : `[${title}](/docs/${page})`
      return `| ${shown} | ${description} | ${counts.get(name)} |`
    })
  return ['| Group | What its calls do | Calls |', '|---|---|---|', ...rows].join('\n')
}
