import type { DashboardCall } from '../test/contract/dashboard-calls.ts'
import type { Maker } from './dashboard-user.ts'

/** A list or an export of everything is read for this long, then left. */
const longestMs = 20_000

export interface CallResult {
  readonly status: number
  /** The code of a refusal. */
  readonly code?: string
  readonly firstByteMs: number
  readonly tookMs: number
}

/**
 * Makes a call of the dashboard, with its preview if it has one. The answer is thrown away as it comes. A change of many
 * rows is stopped after `longestChangeMs`, as its maker would.
 */
export async function makeCall(maker: Maker, call: DashboardCall, longestChangeMs?: number): Promise<CallResult> {
  const { method, url, body, file, isPreviewed, isRepeated } = call
  const { token, operationId } = isPreviewed ? await preview(maker, url, body as object) : {}
  const startMs = performance.now()
  const stopping =
    operationId !== undefined && longestChangeMs !== undefined
      ? setTimeout(() => void stopChange(maker, url, operationId), longestChangeMs)
      : undefined
  const response = await maker.call(method, url, token === undefined ? body : { ...(body as object), token }, file)
  if (response.status >= 500) throw new Error(`${method} ${url}: ${response.status}`)
  const refusal = response.ok ? undefined : ((await response.clone().json()) as { readonly code: string })
  let firstByteMs: number | undefined
  const bin = new WritableStream<Uint8Array>({
    write() {
      firstByteMs ??= performance.now() - startMs
    },
  })
  const end = isRepeated ? { signal: AbortSignal.timeout(longestMs) } : {}
  await response.body?.pipeTo(bin, end).catch(ignoreTimeout)
  clearTimeout(stopping)
  const tookMs = performance.now() - startMs
  return { status: response.status, ...(refusal && { code: refusal.code }), firstByteMs: firstByteMs ?? tookMs, tookMs }
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
}

interface Previewed {
  readonly token?: string
  readonly operationId?: string
}

async function preview(maker: Maker, url: string, { token: _, ...asked }: { readonly token?: unknown }) {
  const response = await maker.call('POST', `${url}/preview`, asked)
  return (await response.json()) as Previewed
}

async function stopChange(maker: Maker, url: string, operationId: string): Promise<void> {
  const stop = url.replace(/(users|licenses)\/bulk$/, `operations/${operationId}/stop`)
  const response = await maker.call('POST', stop)
  if (!response.ok) throw new Error(`${stop}: ${response.status} ${await response.text()}`)
}
