import {
  type Attributes,
  type Context,
  context,
  type Link,
  ProxyTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

const tracer = trace.getTracer('keywright')

/**
 * Whether an SDK of OpenTelemetry was loaded before the server (`--import`). Decided once: without one nothing below
 * makes a span or looks for one.
 */
export const isTracing = !(tracer instanceof ProxyTracer)

/** The span that the caller works for; undefined without one, and when it has ended: a timer may outlive its request. */
export function activeSpan(): Span | undefined {
  if (!isTracing) return undefined
  const span = trace.getActiveSpan()
  if (span === undefined) return undefined
  const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0
  return isSampled && !span.isRecording() ? undefined : span
}

/** For lines of the log. */
export const activeTraceId = (): string | undefined => activeSpan()?.spanContext().traceId

/** The function as it runs for the span of now, whoever calls it later: work of several requests runs in one turn. */
export const forActiveSpan = <F extends (...args: never[]) => unknown>(work: F): F =>
  isTracing ? context.bind(context.active(), work) : work

/** The span of a request that this server answers, which begins a trace: a caller's own header is not believed. */
export function startRequestSpan(name: string, attributes: Attributes): { readonly span: Span; readonly own: Context } {
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
  return { span, own: trace.setSpan(ROOT_CONTEXT, span) }
}

/** Runs one attempt of a delivery in its span: that of a sample belongs to the request, any other begins a trace. */
export function traceDelivery<T>(attributes: Attributes, isSample: boolean, work: () => Promise<T>): Promise<T> {
  if (!isTracing) return work()
  const parent = isSample ? context.active() : ROOT_CONTEXT
  return runInSpan(tracer.startSpan('webhook delivery', { kind: SpanKind.CLIENT, attributes }, parent), work)
}

/**
 * Runs a batch of the database in its span: a part of the first request that waits for it, with links to the others.
 * @param waiting each with the span of who waits; undefined for work of no request
 */
export function traceBatch<T>(
  engine: 'sqlite' | 'postgresql',
  waiting: readonly { readonly cause: Span | undefined }[],
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing) return work()
  const [first, ...others] = new Set(waiting.flatMap(({ cause }) => cause ?? []))
  const links = others.map((other): Link => ({ context: other.spanContext() }))
  const attributes = { 'db.system.name': engine, 'db.operation.batch.size': waiting.length }
  const parent = first ? trace.setSpan(ROOT_CONTEXT, first) : ROOT_CONTEXT
  return runInSpan(tracer.startSpan('database batch', { kind: SpanKind.CLIENT, attributes, links }, parent), work)
}

/** Adds what is known at the end to the span of now. Never a text of an error: it may quote a value. */
export function describeSpan(attributes: Attributes, isFailed: boolean): void {
  const span = activeSpan()
  if (span === undefined) return
  span.setAttributes(attributes)
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
}

async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(ROOT_CONTEXT, span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
