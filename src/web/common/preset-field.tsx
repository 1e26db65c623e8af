import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../api/client.ts'
import { presetKeys } from '../api/query-keys/presets.ts'
import * as texts from '../texts/licenses.ts'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { featuresLine } from './features/feature-rows.ts'

type Preset = ApiReply<'GET /api/applications/:id/presets'>[number]

/** What choosing a preset fills in. */
interface ChosenPreset extends Pick<Preset, 'maxUsers' | 'validityDays' | 'validityStart'> {
  readonly presetId: number
  readonly mask: string
}

export interface PresetFieldProps {
  readonly applicationId: number
  /** null: none. */
  readonly value: number | null
  readonly onChange: (change: ChosenPreset | { readonly presetId: null }) => void
}

/** The choice of a preset, which fills in the fields below; nothing where there is none. */
export function PresetField({ applicationId, value, onChange }: PresetFieldProps) {
  const { data: presets = [] } = useQuery({
    queryKey: presetKeys.list(applicationId),
    queryFn: ({ signal }) =>
      api('GET /api/applications/:id/presets', { params: { id: String(applicationId) }, query: {} }, { signal }),
  })
  if (presets.length === 0) return null
  const chosen = presets.find(({ id }) => id === value)
  const choose = (id: string) => {
    const preset = presets.find((each) => String(each.id) === id)
    if (!preset) return onChange({ presetId: null })
    const { maxUsers, validityDays, validityStart, mask } = preset
    onChange({ presetId: preset.id, maxUsers, validityDays, validityStart, mask: mask ?? '' })
  }
  return (
    <Field label={texts.preset} hint={chosen && `Features: ${featuresLine(chosen.features) || 'none'}`}>
      <Select
        name="presetId"
        options={[
          { value: '', label: texts.none },
          ...presets.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={value === null ? '' : String(value)}
        onChange={choose}
      />
    </Field>
  )
}
