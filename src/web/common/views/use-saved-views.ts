import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { accountKeys } from '../../api/query-keys/account.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/views.ts'

const listKey = 'GET /api/account/views'

export type SavedView = ApiReply<typeof listKey>[number]
export type NewView = ApiInput<'POST /api/account/views'>['body']
type ViewScreen = SavedView['screen']

/** The list that views belong to. */
export interface ViewPlace {
  readonly screen: ViewScreen
  /** null: the list of all applications. */
  readonly applicationId: number | null
}

/** The own views of one list; undefined while they load. */
export function useSavedViews({ screen, applicationId }: ViewPlace): readonly SavedView[] | undefined {
  const { data } = useQuery({
    queryKey: accountKeys.views,
    queryFn: ({ signal }) => api(listKey, undefined, { signal }),
  })
  return data?.filter((view) => view.screen === screen && view.applicationId === applicationId)
}

export function useSaveView(onDone: () => void) {
  return useMutate((body: NewView) => api('POST /api/account/views', { body }), {
    done: texts.viewSaved,
    failed: texts.failedToSaveView,
    refresh: listKey,
    onDone,
  })
}

type Change = ApiInput<'PATCH /api/account/views/:viewId'>['body']

/** Renames a view, or gives it other filters. */
export function useChangeView(onDone?: () => void) {
  return useMutate(
    ({ id, ...body }: Change & { readonly id: number }) =>
      api('PATCH /api/account/views/:viewId', { params: { viewId: String(id) }, body }),
    { done: texts.viewSaved, failed: texts.failedToSaveView, refresh: listKey, ...(onDone && { onDone }) },
  )
}

/** With Undo, which saves it again. */
export function useDeleteView() {
  const again = useMutate((body: NewView) => api('POST /api/account/views', { body }), {
    done: texts.viewRestored,
    refresh: listKey,
  })
  return useMutate(
    ({ id }: SavedView) => api('DELETE /api/account/views/:viewId', { params: { viewId: String(id) } }),
    {
      done: (_, { screen, applicationId, name, query }) => ({
        title: texts.viewDeleted,
        action: { label: texts.undo, onClick: () => again.mutate({ screen, applicationId, name, query }) },
      }),
      failed: texts.failedToDeleteView,
      refresh: listKey,
    },
  )
}
