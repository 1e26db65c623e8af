/** The options of a select from labels by value, after one for all. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>, all: string) {
  const entries = Object.entries<string>(labels) as [Value, string][]
  return [{ value: '' as const, label: all }, ...entries.map(([value, label]) => ({ value, label }))]
}
