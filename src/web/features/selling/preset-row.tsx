import { Archive, CopyCheck, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { featuresLine } from '../../common/features/feature-rows.ts'
import * as featureTexts from '../../texts/features.ts'
import * as texts from '../../texts/selling.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { formatCount } from '../../ui/text/format.ts'
import type { ListedPreset } from './use-presets.ts'

export interface PresetRowProps {
  readonly preset: ListedPreset
  readonly onEdit: () => void
  readonly onApply: () => void
  readonly onRemove: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** One preset, in words, with what can be done with it. */
export function PresetRow({ preset, onEdit, onApply, onRemove }: PresetRowProps) {
  const { name, features, licenses } = preset
  const isUsed = licenses !== 0
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <h3 className="font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
        </h3>
        <p className="text-second text-fg-2">{valuesLine(preset)}</p>
        <p className="text-second wrap-anywhere text-fg-3">
          <bdi>{featuresLine(features) || featureTexts.none}</bdi> ·{' '}
          {licenses === null ? texts.many : formatCount(licenses, texts.licenseKey)}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="sm" needs="manage" aria-label={`${texts.edit} ${name}`} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Menu
          trigger={<IconButton label={texts.actionsFor(name)} icon={<Ellipsis {...icon} />} size="sm" />}
          entries={[
            { label: texts.edit, icon: <Pencil {...icon} />, needs: 'manage', onSelect: onEdit },
            {
              label: texts.apply,
              icon: <CopyCheck {...icon} />,
              needs: 'manage',
              disabledReason: isUsed ? undefined : texts.nothingToApply,
              onSelect: onApply,
            },
            'separator',
            isUsed
              ? { label: texts.archive, icon: <Archive {...icon} />, needs: 'manage', onSelect: onRemove }
              : {
                  label: texts.remove,
                  icon: <Trash2 {...icon} />,
                  tone: 'danger',
                  needs: 'manage',
                  onSelect: onRemove,
                },
          ]}
        />
      </div>
    </li>
  )
}

/** `3 users, 365 days from the first use, 2 devices each` */
function valuesLine(preset: ListedPreset): string {
  const { maxUsers, validityDays, validityStart, maxDevices, maxSessions, graceDays } = preset
  return [
    formatCount(maxUsers, 'user'),
    texts.from(validityDays, validityStart === 'creation' ? 'creation' : texts.theFirstUse),
    maxDevices !== null && texts.each(maxDevices),
    maxSessions !== null && formatCount(maxSessions, texts.liveSession),
    graceDays !== null && texts.daysOfGrace(graceDays),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
