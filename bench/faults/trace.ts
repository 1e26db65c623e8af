import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** What a traced server did that matters for a power cut, in order. */
export type TraceEvent =
  | { readonly kind: 'write'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: string; readonly length: number }
  /** From here on the file's earlier changes may be on the disk; at `synced` they are. */
  | { readonly kind: 'syncing'; readonly file: string; readonly id: string }
  | { readonly kind: 'synced'; readonly id: string }
  /** Bytes sent through a socket: responses. */
  | { readonly kind: 'sent'; readonly text: string }

/** The system calls to trace: all by which SQLite changes a file, and by which responses are sent. */
export const tracedCalls = 'pwrite64,write,writev,fsync,fdatasync,ftruncate'

const line = /^(\d+) +(\w+)\((\d+)<([^>]*)>(.*)$/
const resumed = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>.* = 0$/
/** Another thread's call was printed in between, or the process was killed during this one. */
const isUnanswered = / <unfinished \.\.\.>$|\) += +\?$/

/** Parses the output of `strace -f -y -xx -e trace=...`, as far as it concerns the folder's files and sockets. */
export async function readTrace(traceFile: string, folder: string): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  for await (const text of createInterface({
    input: createReadStream(traceFile),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [, resumedThread] = resumed.exec(text) ?? []
    if (resumedThread) events.push({ kind: 'synced', id: resumedThread })
    const [, thread = '', call, , name = '', rest = ''] = line.exec(text) ?? []
    if (call === undefined) continue
    const path = bytesOf(name).toString('utf8')
    if (path.startsWith('socket:')) events.push({ kind: 'sent', text: strings(rest).toString('utf8') })
    else if (path.startsWith(`${folder}/`)) events.push(...fileEvents(call, thread, path, rest))
  }
  return events
}

function fileEvents(call: string, thread: string, file: string, rest: string): TraceEvent[] {
  if (call === 'pwrite64') {
    const offset = Number(/, (\d+)(?:\) += +[\d?]+| <unfinished \.\.\.>)$/.exec(rest)?.[1])
    if (Number.isNaN(offset)) throw new Error(`not understood: pwrite64${rest.slice(-80)}`)
    return [{ kind: 'write', file, offset, bytes: strings(rest) }]
  }
  if (call === 'ftruncate') return [{ kind: 'truncate', file, length: Number(/^, (\d+)/.exec(rest)?.[1]) }]
  if (call !== 'fsync' && call !== 'fdatasync') throw new Error(`${call} to ${file}: this is not modelled`)
  const begun: TraceEvent = { kind: 'syncing', file, id: thread }
  return isUnanswered.test(rest) ? [begun] : [begun, { kind: 'synced', id: thread }]
}

/** The strings of a call's arguments; like file names, -xx prints them only as hexadecimal escapes. */
function strings(args: string): Buffer {
  const parts = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g)]
  if (parts.some(([, , isCut]) => isCut)) throw new Error('The trace holds strings that were cut off.')
  return Buffer.concat(parts.map(([, escapes = '']) => bytesOf(escapes)))
}

const bytesOf = (escapes: string) => Buffer.from(escapes.replaceAll('\\x', ''), 'hex')
