import { keptHours, keptHoursOnce, type Places } from '../../store/activity/event-counts.ts'

interface Count<Name extends string> {
  readonly name: Name
  readonly at: number
  readonly count: number
}

/**
 * Reads counts by day (UTC) or by hour, of one application or of several. Hours are added up in spans of `width` hours,
 * and `at` counts those spans.
 */
export type ReadCounts<Name extends string> = (
  step: 'hour' | 'day',
  places: Places,
  width: number,
) => Promise<readonly Count<Name>[]>

const halfDay = 12

/**
 * Counts between bounds, which are hours since 1970. Whole days are read by the day; by the hour only what lies between
 * a bound and the nearest midnight of UTC. Undefined: those hours are not kept.
 */
export async function countBetween<Name extends string>(
  read: ReadCounts<Name>,
  bounds: readonly number[],
  nowHour: number,
): Promise<ReadonlyMap<Name, readonly number[]> | undefined> {
  const edges = bounds.map((bound) => ({ bound, midnight: Math.round(bound / 24) * 24 }))
  const edgeHours = [...new Set(edges.flatMap(hoursOf))].sort(ascending)
  const [first = 0, last = 0] = [bounds[0], bounds.at(-1)]
  if (edgeHours.length > 0 && first < nowHour - keptHours) return undefined

  const days = await read('day', { from: Math.floor(first / 24), to: Math.ceil(last / 24) - 1 }, 1)
  const oldest = days.reduce((day, { at }) => Math.min(day, at), Number.POSITIVE_INFINITY)
  const isSure = edgeHours.length === 0 || oldest * 24 > nowHour - keptHoursOnce
  if (!isSure && !isWhole(days, await read('hour', hoursFrom(oldest * 24, (oldest + 1) * 24), 1), oldest)) {
    return undefined
  }
  const width = widthOf(edges)
  const hours = await read('hour', edgeHours, width)
  const names = new Set([...days, ...hours].map(({ name }) => name))
  return new Map([...names].map((name) => [name, spansOf(edges, width, countsOf(days, name), countsOf(hours, name))]))
}

interface Edge {
  readonly bound: number
  /** The nearest midnight of UTC, an hour as well. */
  readonly midnight: number
}

const hoursOf = ({ bound, midnight }: Edge) => hoursFrom(bound, midnight)
const spansOfEdge = (edge: Edge, width: number) => new Set(hoursOf(edge).map((hour) => Math.floor(hour / width)))

/**
 * The hours of an edge lie within half a day. Where no two edges share one, as with the days of a zone, the database adds
 * up half days, which is a twelfth of the rows.
 */
function widthOf(edges: readonly Edge[]): number {
  const halves = edges.flatMap((edge) => [...spansOfEdge(edge, halfDay)])
  return new Set(halves).size === halves.length ? halfDay : 1
}

function spansOf(
  edges: readonly Edge[],
  width: number,
  days: ReadonlyMap<number, number>,
  hours: ReadonlyMap<number, number>,
) {
  /** What happened from the bound to its midnight; negative where the midnight is first. */
  const rest = edges.map((edge) => {
    const sum = [...spansOfEdge(edge, width)].reduce((all, span) => all + (hours.get(span) ?? 0), 0)
    return edge.bound <= edge.midnight ? sum : -sum
  })
  return edges.slice(1).map(({ midnight }, index) => {
    let sum = (rest[index] ?? 0) - (rest[index + 1] ?? 0)
    for (let day = (edges[index]?.midnight ?? 0) / 24; day < midnight / 24; day += 1) sum += days.get(day) ?? 0
    // An hour of another server may be counted while days and hours are read.
    return Math.max(0, sum)
  })
}

/**
 * Whether the hours of the oldest day with events add up to it. Hours are deleted oldest first, also by a server of an
 * earlier release that keeps three days: if the oldest ones are here, all are.
 */
function isWhole(days: readonly Count<string>[], hours: readonly Count<string>[], day: number): boolean {
  const sum = (counts: readonly Count<string>[]) => counts.reduce((all, { count }) => all + count, 0)
  const ofDay = days.filter(({ at }) => at === day)
  const ofHours = hours.filter(({ at }) => Math.floor(at / 24) === day)
  return sum(ofDay) === sum(ofHours)
}

function countsOf(counts: readonly Count<string>[], name: string): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const each of counts) if (each.name === name) sums.set(each.at, (sums.get(each.at) ?? 0) + each.count)
  return sums
}

/** The hours between two, in either order. */
function hoursFrom(a: number, b: number): number[] {
  return Array.from({ length: Math.abs(b - a) }, (_, index) => Math.min(a, b) + index)
}

const ascending = (a: number, b: number) => a - b
