import { Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { licensesTarget } from '../../common/bulk/bulk-target.ts'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/selling.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PresetRow } from './preset-row.tsx'
import { type ListedPreset, usePresets, useRemovePreset, useRestorePreset } from './use-presets.ts'

const NewPresetDialog = lazyDialog(async () => (await import('./new-preset-dialog.tsx')).NewPresetDialog)
const EditPresetDialog = lazyDialog(async () => (await import('./edit-preset-dialog.tsx')).EditPresetDialog)
const BulkDialog = lazyDialog(async () => (await import('../../common/bulk/bulk-dialog.tsx')).BulkDialog)

export interface PresetsCardProps {
  readonly applicationId: number
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What a maker sells again and again. */
export function PresetsCard({ applicationId }: PresetsCardProps) {
  const { data: presets, error, refetch, isRefetching } = usePresets(applicationId)
  const [isMaking, setIsMaking] = useState(false)
  const addButton = (
    <Button variant="primary" icon={<Plus {...icon} />} needs="manage" onClick={() => setIsMaking(true)}>
      {texts.add}
    </Button>
  )
  const hasSome = presets !== undefined && presets.length > 0
  return (
    <Card title={texts.title} description={texts.description} actions={hasSome && addButton} isFlush>
      {hasSome ? (
        <Presets applicationId={applicationId} presets={presets} />
      ) : presets !== undefined ? (
        <EmptyState icon={Package} title={texts.none} text={texts.noneText} actions={addButton} />
      ) : error === null ? (
        <Skeleton className="m-4 h-40" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
      {presets !== undefined && <Archived applicationId={applicationId} />}
      <NewPresetDialog applicationId={applicationId} isOpen={isMaking} onClose={() => setIsMaking(false)} />
    </Card>
  )
}

interface PresetsProps extends PresetsCardProps {
  readonly presets: readonly ListedPreset[]
}

function Presets({ applicationId, presets }: PresetsProps) {
  const editing = useDialogValue<ListedPreset>()
  const applying = useDialogValue<ListedPreset>()
  const remove = useRemovePreset(applicationId)
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {presets.map((preset) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            onEdit={() => editing.open(preset)}
            onApply={() => applying.open(preset)}
            onRemove={() => remove.mutate({ id: preset.id })}
          />
        ))}
      </ul>
      {editing.value && <EditPresetDialog applicationId={applicationId} preset={editing.value} {...editing.dialog} />}
      {applying.value && (
        <BulkDialog
          target={licensesTarget(applicationId, { filter: { presetId: applying.value.id }, except: [] })}
          type="apply_preset"
          initial={{ presetId: applying.value.id }}
          onDone={() => undefined}
          {...applying.dialog}
        />
      )}
    </>
  )
}

/** Archived presets, once somebody asks for them. */
function Archived({ applicationId }: PresetsCardProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="border-t border-line px-4 py-3 sm:px-5">
      <Button size="sm" variant="ghost" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {texts.showArchived}
      </Button>
      {isShown && <ArchivedPresets applicationId={applicationId} />}
    </div>
  )
}

function ArchivedPresets({ applicationId }: PresetsCardProps) {
  const { data: presets, error, refetch, isRefetching } = usePresets(applicationId, true)
  const restore = useRestorePreset(applicationId)
  if (presets === undefined) {
    return error === null ? <Skeleton className="h-12" /> : <QueryError {...{ error, refetch, isRefetching }} />
  }
  if (presets.length === 0) return <p className="py-2 text-second text-fg-3">{texts.noneArchived}</p>
  return (
    <ul className="divide-y divide-line">
      {presets.map(({ id, name }) => (
        <li key={id} className="flex items-center justify-between gap-4 py-2">
          <bdi className="min-w-0 truncate">{name}</bdi>
          <Button
            size="sm"
            needs="manage"
            aria-label={`${texts.restore}: ${name}`}
            onClick={() => restore.mutate({ id })}
          >
            {texts.restore}
          </Button>
        </li>
      ))}
    </ul>
  )
}
