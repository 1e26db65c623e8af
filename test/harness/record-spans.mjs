import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'

/** Preloaded into a server by `--import`, as an operator loads an SDK: each ended span is a line of SPANS_FILE. */
const file = process.env.SPANS_FILE
const lineOf = (span) => {
  const { name, kind, attributes, links, status, parentSpanContext: parent } = span
  const { traceId, spanId } = span.spanContext()
  const linked = links.map(({ context }) => context.spanId)
  return `${JSON.stringify({ name, kind, traceId, spanId, parentId: parent?.spanId ?? null, attributes, linked, status: status.code })}\n`
}
if (isMainThread && file !== undefined) {
  const exporter = {
    export(spans, done) {
      appendFileSync(file, spans.map(lineOf).join(''))
      done({ code: 0 })
    },
    shutdown: async () => {},
  }
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
}
