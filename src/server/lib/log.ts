import { activeTraceId } from './tracing.ts'

/** Named fields of a log line only, so that no header or body is logged by accident. */
type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogLevel = 'info' | 'warn' | 'error' | 'silent'
export type LogFormat = 'json' | 'pretty'

const weight: Record<LogLevel, number> = { info: 0, warn: 1, error: 2, silent: 3 }

/**
 * One record is one line: both formats escape line breaks. In JSON each also names the server (`node`), since a collector
 * has those of several, and the trace (`trace_id`) of the work that it is about, where one is recorded.
 */
export function openLog(level: LogLevel, format: LogFormat, write: (line: string) => void, node?: string): Log {
  const at =
    (name: 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) => {
      if (weight[name] < weight[level]) return
      const inJson = () => jsonLine(name, message, { ...fields, node, trace_id: activeTraceId() })
      write(format === 'json' ? inJson() : prettyLine(name, message, fields))
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Characters that JSON doesn't escape, but log readers take for a line break or terminals for a command. */
const breaks = /[\u007f-\u009f\u2028\u2029]/g
const oneLine = (text: string) =>
  text.replaceAll(breaks, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

function jsonLine(level: string, message: string, fields: LogFields): string {
  return oneLine(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }))
}

function prettyLine(level: string, message: string, fields: LogFields): string {
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return oneLine([level === 'info' ? '·' : level.toUpperCase(), message, ...facts].join(' '))
}
