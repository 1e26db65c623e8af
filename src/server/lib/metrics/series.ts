/** Labels of one series, in the order in which they are shown. */
type Labels = Readonly<Record<string, string>>

/** One metric in Prometheus' text format: its HELP and TYPE lines and all its series. */
export interface Metric {
  readonly name: string
  text(): string | Promise<string>
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const shown = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

const line = (name: string, labels: string, value: number) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`

const heading = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

/** What a gauge or counter reads: one value, one per series, or undefined where there is none. */
export type Reading = number | undefined | readonly (readonly [Labels, number])[]

/** A metric whose values are read at each scrape. */
export function readMetric(
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  read: () => Reading | Promise<Reading>,
): Metric {
  return {
    name,
    async text() {
      const found = await read()
      if (found === undefined) return ''
      const all = typeof found === 'number' ? [[{}, found] as const] : found
      return heading(name, type, help) + all.map(([labels, value]) => line(name, shown(labels), value)).join('')
    },
  }
}

/** The same in OpenMetrics 1.0, which describes a counter without its `_total`, and ends with a line of its own. */
export const asOpenMetrics = (text: string): string =>
  `${text.replaceAll(/^# (HELP|TYPE) (\S+)_total /gm, '# $1 $2 ')}# EOF\n`

/** A counter of events with up to two labels, whose values must come from a fixed list. */
export interface EventCounter extends Metric {
  /** Adds one; allocates only at the first event of a series. */
  add(first: string, second?: string): void
}

/** Series of `known` first labels are shown from the start, at 0: a rate needs a value before the first event. */
export function createCounter(
  name: string,
  help: string,
  labels: readonly [string, string?],
  known: readonly string[] = [],
): EventCounter {
  const counts = new Map(known.map((first) => [first, new Map([['', 0]])]))
  const [firstLabel, secondLabel] = labels
  return {
    name,
    add(first, second = '') {
      const found = counts.get(first)
      const ofFirst = found ?? new Map<string, number>()
      if (found === undefined) counts.set(first, ofFirst)
      ofFirst.set(second, (ofFirst.get(second) ?? 0) + 1)
    },
    text() {
      let all = heading(name, 'counter', help)
      for (const [first, ofFirst] of counts)
        for (const [second, count] of ofFirst)
          all += line(name, shown({ [firstLabel]: first, ...(secondLabel && { [secondLabel]: second }) }), count)
      return all
    },
  }
}

/** Upper bounds in seconds: those that OpenTelemetry recommends, and 1 and 2.5 ms, since a heartbeat takes less than 5. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const

/** The durations of one series. */
export interface Durations {
  observeMs(ms: number): void
}

/** A histogram of durations in seconds. */
export interface Histogram extends Metric {
  /** The series of these labels; keep it, since it is made and looked up by their text. */
  series(labels: Labels): Durations
}

export function createHistogram(name: string, help: string): Histogram {
  const all = new Map<string, ReturnType<typeof createDurations>>()
  return {
    name,
    series(labels) {
      const key = shown(labels)
      const known = all.get(key) ?? createDurations()
      all.set(key, known)
      return known
    },
    text: () => heading(name, 'histogram', help) + [...all].map(([key, each]) => each.text(name, key)).join(''),
  }
}

function createDurations() {
  /** By bucket; the last one has no bound. */
  const counts = new Float64Array(bounds.length + 1)
  let sumMs = 0
  return {
    observeMs(ms: number) {
      let index = 0
      while (index < bounds.length && ms > (bounds[index] as number) * 1000) index += 1
      counts[index] = (counts[index] as number) + 1
      sumMs += ms
    },
    text(name: string, labels: string): string {
      const prefix = labels === '' ? '' : `${labels},`
      let count = 0
      let lines = ''
      for (const [index, each] of counts.entries()) {
        count += each
        lines += line(`${name}_bucket`, `${prefix}le="${bounds[index] ?? '+Inf'}"`, count)
      }
      return lines + line(`${name}_sum`, labels, sumMs / 1000) + line(`${name}_count`, labels, count)
    },
  }
}
