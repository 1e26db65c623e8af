import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export type Values = Readonly<Record<string, unknown>>

/** Answers a method with its result; undefined for a method that is not known. */
export type Answer = (method: string, parameters: Values) => Promise<unknown> | undefined

/** An error of the protocol, with its code of JSON-RPC. */
export class ProtocolError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** JSON-RPC 2.0 over lines, as MCP has it on stdin and stdout. Resolves when the input ends and all is answered. */
export async function serveJsonRpc(input: Readable, output: Writable, answer: Answer): Promise<void> {
  const open = new Set<Promise<void>>()
  const send = (message: object) => output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const message = parsed(line)
    if (message === undefined) {
      send({ id: null, error: { code: -32_700, message: 'This line is not JSON' } })
      continue
    }
    const { id, method, params } = message
    // Answers to us, and notifications: nothing to say.
    if (typeof method !== 'string' || id === undefined) continue
    const answered = resultOf(answer, method, params).then((body) => {
      send({ id, ...body })
      open.delete(answered)
    })
    open.add(answered)
  }
  await Promise.all(open)
}

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

async function resultOf(answer: Answer, method: string, parameters: unknown): Promise<object> {
  try {
    const result = answer(method, (parameters ?? {}) as Values)
    if (result === undefined) throw new ProtocolError(-32_601, `There is no method ${method}`)
    return { result: await result }
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : -32_603
    return { error: { code, message: error instanceof Error ? error.message : 'It failed' } }
  }
}
