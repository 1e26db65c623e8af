/** Sends one request. */
export type Send = (request: Request) => Promise<Response>

interface Patience {
  readonly retries: number
  readonly timeoutMs: number
}

/**
 * Sends a request again when its answer was lost or the server is busy, if that is safe: a read, or a call with an
 * Idempotency-Key.
 */
export function sendRepeatedly(send: Send, { retries, timeoutMs }: Patience): Send {
  return async (request) => {
    const hasKey = request.headers.has('idempotency-key')
    const tries = hasKey || request.method === 'GET' ? retries + 1 : 1
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= tries
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
      try {
        const response = await send(new Request(request.clone(), { signal }))
        if (isLast || !(await isBusy(response))) return hasKey ? await whole(response) : response
        await pause(waitOf(response, attempt), request.signal)
        await response.body?.cancel()
      } catch (error) {
        if (isLast || request.signal.aborted) throw error
        await pause(backoff(attempt), request.signal)
      }
    }
  }
}

/** Read to its end, so that one that is cut counts as lost. */
const whole = async (response: Response) =>
  response.body === null ? response : new Response(await response.arrayBuffer(), response)

/** Too many requests, no service now, or the first request with this key is still being answered. */
async function isBusy(response: Response): Promise<boolean> {
  if (response.status !== 409) return response.status === 429 || response.status === 503
  return (await response.clone().text()).includes('"idempotency_in_flight"')
}

const longestWaitMs = 60_000

function waitOf({ headers }: Response, attempt: number): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * 1_000, longestWaitMs) : backoff(attempt)
}

/** 1, 2, 4 s, each a half shorter at random, so that not all come back at once. */
const backoff = (attempt: number) => 1_000 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
