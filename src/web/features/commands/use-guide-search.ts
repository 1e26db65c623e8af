import { useQuery } from '@tanstack/react-query'
import type { SearchIndex } from '../../../shared/guide-search-index.ts'
import { searchKeys } from '../../api/query-keys/search.ts'
import { findInGuide } from '../../common/find-in-guide.ts'

const mostPages = 5

/** Pages and headings of the documentation. Its index is fetched when something is typed for the first time. */
export function useGuideSearch(typed: string) {
  const text = typed.trim()
  const { data } = useQuery({
    queryKey: searchKeys.guide,
    queryFn: async ({ signal }) => {
      const answer = await fetch('/docs/search.json', { signal })
      if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
      return (await answer.json()) as SearchIndex
    },
    enabled: text.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data === undefined || text === '' ? [] : findInGuide(data, text).slice(0, mostPages)
}
