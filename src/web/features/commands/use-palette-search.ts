import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { searchKeys } from '../../api/query-keys/search.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { secretKind } from './secret-kind.ts'

const debounceMs = 150
const minSearchLength = 2
const maxSearchLength = 128
const nothing: ApiReply<'POST /api/search'> = { users: [], licenses: [], webhooks: [], isPartial: false }

/** Users, licenses and webhooks that the server finds. A secret is never sent. */
export function usePaletteSearch(typed: string, applicationId: number | undefined) {
  const text = useDebounced(typed, debounceMs)
  const isWanted = isSearched(text)
  const query = useQuery({
    queryKey: searchKeys.found(text, applicationId),
    queryFn: ({ signal }) =>
      api(
        'POST /api/search',
        { body: { q: text.slice(0, maxSearchLength), ...(applicationId !== undefined && { applicationId }) } },
        { signal },
      ),
    enabled: isWanted,
    // What was found for the former letters stays until the answer, so that the list doesn't jump.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const isLoading = isSearched(typed) && (typed !== text || query.isFetching)
  return {
    found: isWanted && isSearched(typed) ? (query.data ?? nothing) : nothing,
    isLoading,
    error: isWanted && !isLoading ? query.error : null,
    retry: () => void query.refetch(),
  }
}

const isSearched = (text: string) => text.trim().length >= minSearchLength && secretKind(text) === undefined
