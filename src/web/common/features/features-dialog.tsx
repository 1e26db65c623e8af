import type { Features } from '../../../shared/contract/features.ts'
import type { Right } from '../../../shared/rights.ts'
import * as texts from '../../texts/features.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import type { Labels } from '../forms/find-conflicts.ts'
import { type RecordCalls, useEditForm } from '../forms/use-edit-form.tsx'
import { FeatureFields } from './feature-fields.tsx'
import { type FeatureRow, featureErrors, featuresLine, featuresOfRows, rowsOf } from './feature-rows.ts'

export interface FeaturesDialogProps<Row extends HasFeatures, Body extends object> extends DialogState {
  readonly row: Row
  readonly calls: RecordCalls<Row, Body>
  readonly bodyOf: (features: Features) => Body
  readonly needs: Right
  /** Which features take precedence over these. */
  readonly hint: string
}

interface HasFeatures {
  readonly features: Features
}

interface FeaturesForm {
  readonly rows: readonly FeatureRow[]
}

const labels: Labels<FeaturesForm> = {
  rows: { label: texts.title, show: (rows) => featuresLine(featuresOfRows(rows)) || texts.none },
}

const formOf = ({ features }: HasFeatures): FeaturesForm => ({ rows: rowsOf(features) })

/** The features of one user, license or application. */
export function FeaturesDialog<Row extends HasFeatures, Body extends object>(props: FeaturesDialogProps<Row, Body>) {
  const { row, calls, bodyOf, needs, hint, isOpen, onClose } = props
  const { form, set, errors, dialog } = useEditForm<Row, FeaturesForm, Body>({
    ...{ row, isOpen, onClose, calls, formOf, labels },
    changeOf: ({ rows }) => bodyOf(featuresOfRows(rows)),
    validate: ({ rows }) => featureErrors(rows),
  })
  return (
    <FormDialog {...dialog} size="lg" needs={needs} title={texts.edit} submitText={texts.save} busyText={texts.saving}>
      <FeatureFields rows={form.rows} onChange={(rows) => set({ rows })} errors={errors} hint={hint} />
    </FormDialog>
  )
}
