/** What stands between the parts of a UUID is no part of its randomness. */
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const randomLength = 20
/** 20 random hexadecimal digits have about 11 different ones; padded numbers have fewer. */
const differentCharacters = 6

/**
 * Whether a shop's reference of an order may open the order's keys: it holds 20 characters in a row that look random. Dates,
 * names and counters, joined as they may be, don't.
 */
export function isUnguessable(reference: string): boolean {
  const runs = reference.replace(uuid, (id) => id.replaceAll('-', '')).match(/[a-z0-9]+/gi) ?? []
  return runs.some((run) => run.length >= randomLength && new Set(run).size >= differentCharacters && !isWords(run))
}

/** Letters first and digits then, as in `ORDER20261123000000000001`. */
const isWords = (run: string) => /^[a-z]*\d*$/i.test(run)
