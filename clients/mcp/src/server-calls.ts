/** Calls of the management API with a token. */
export interface ServerCalls {
  get(path: string, query?: Readonly<Record<string, string | number | boolean | undefined>>): Promise<unknown>
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<unknown>
}

const timeoutMs = 30_000

export function serverCalls(url: string, token: string): ServerCalls {
  const origin = url.replace(/\/+$/, '')
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // One call is one thing, whatever a proxy between does.
        ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(refusalOf(response.status, text))
    return JSON.parse(text)
  }
  return {
    get(path, query = {}) {
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      )
      return call('GET', given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`)
    },
    send: (method, path, body) => call(method, path, body),
  }
}

function refusalOf(status: number, text: string): string {
  try {
    const { code, message } = JSON.parse(text) as { readonly code?: string; readonly message?: string }
    return `The server refused it: ${status} ${code}: ${message}`
  } catch {
    return `The server answered ${status}`
  }
}
