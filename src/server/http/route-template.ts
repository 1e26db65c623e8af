/** Methods that metrics and traces name; a caller may write anything. */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface RouteFacts {
  readonly url?: string | undefined
  readonly config?: { readonly contract?: string | undefined } | undefined
}

/** The template of a route, such as `/api/applications/:id`. The files of the pages are one: each build names them anew. */
export function templateOf({ url = '', config }: RouteFacts): string {
  const isNamed = config?.contract !== undefined || /^\/(api\/|healthz$|readyz$|metrics$)/.test(url)
  return isNamed ? url : 'page'
}
