import { parseSearch, stringifySearch } from '../address/search-text.ts'

type Search = Readonly<Record<string, string | undefined>>

/** What of an address a view keeps: the named parameters, in their order. `status=banned&sort=createdAt:desc` */
export function viewQuery(search: Search, parameters: readonly string[]): string {
  return stringifySearch(Object.fromEntries(parameters.map((name) => [name, search[name]]))).slice(1)
}

/** The change of the address that shows a view; parameters that it doesn't have go. */
export function viewChange(query: string, parameters: readonly string[]): Search {
  const wanted: Search = parseSearch(query)
  return Object.fromEntries(parameters.map((name) => [name, wanted[name]]))
}
