import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { presetKeys } from '../../api/query-keys/presets.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/selling.ts'

const listKey = 'GET /api/applications/:id/presets'
/** The drawer of a license names its preset. */
const refresh = [listKey, 'GET /api/applications/:id/licenses/:licenseId'] as const

export type ListedPreset = ApiReply<typeof listKey>[number]
export type Preset = Omit<ListedPreset, 'licenses'>
export type NewPreset = ApiInput<'POST /api/applications/:id/presets'>['body']
export type ChangedPreset = ApiInput<'PATCH /api/applications/:id/presets/:presetId'>['body']

const paramsOf = (applicationId: number) => ({ id: String(applicationId) })
const ofPreset = (applicationId: number, { id }: Pick<Preset, 'id'>) => ({
  ...paramsOf(applicationId),
  presetId: String(id),
})

const readPresets = (applicationId: number, isArchived: boolean, signal?: AbortSignal) =>
  api(
    listKey,
    { params: paramsOf(applicationId), query: isArchived ? { isArchived: 'true' as const } : {} },
    { signal },
  )

export function usePresets(applicationId: number, isArchived = false) {
  return useQuery({
    queryKey: presetKeys.list(applicationId, isArchived),
    queryFn: ({ signal }) => readPresets(applicationId, isArchived, signal),
  })
}

export function useCreatePreset(applicationId: number, onDone: () => void) {
  return useMutate(
    (body: NewPreset) => api('POST /api/applications/:id/presets', { params: paramsOf(applicationId), body }),
    { done: texts.created, failed: texts.failed, refresh, onDone },
  )
}

const patch = (applicationId: number, preset: Pick<Preset, 'id'>, body: ChangedPreset) =>
  api('PATCH /api/applications/:id/presets/:presetId', { params: ofPreset(applicationId, preset), body })

/** Saves changed fields of a preset. */
export function usePresetCalls(applicationId: number, preset: Preset): RecordCalls<Preset, ChangedPreset> {
  return {
    read: async () => (await readPresets(applicationId, false)).find(({ id }) => id === preset.id) ?? preset,
    save: (body) => patch(applicationId, preset, body),
    done: texts.updated,
    failed: texts.failed,
    refresh,
  }
}

/** Offers an archived preset again. */
export function useRestorePreset(applicationId: number) {
  return useMutate((preset: Pick<Preset, 'id'>) => patch(applicationId, preset, { isArchived: false }), {
    done: texts.restored,
    failed: texts.failed,
    refresh,
  })
}

/** Deletes a preset; one that licenses have is archived, with Undo. */
export function useRemovePreset(applicationId: number) {
  const restore = useRestorePreset(applicationId)
  return useMutate(
    (preset: Pick<Preset, 'id'>) =>
      api('DELETE /api/applications/:id/presets/:presetId', { params: ofPreset(applicationId, preset) }),
    {
      done: ({ isArchived }, preset) =>
        isArchived
          ? { title: texts.archived, action: { label: texts.undo, onClick: () => restore.mutate(preset) } }
          : { title: texts.removed },
      failed: texts.failed,
      refresh,
    },
  )
}
