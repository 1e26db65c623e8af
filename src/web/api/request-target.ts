/** What is sent with a request. */
export interface SentParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Method and path of an endpoint key with its params and query. A missing param is a programming error. */
export function requestTarget(key: string, { params, query }: SentParts): { method: string; path: string } {
  const [method = 'GET', template = ''] = key.split(' ', 2)
  const values = new Map(Object.entries(params ?? {}))
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined || value === '') throw new Error(`${key} needs the param ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return { method, path: search.size === 0 ? path : `${path}?${search}` }
}
