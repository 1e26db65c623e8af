import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import { FeatureList } from '../../common/features/feature-list.tsx'
import * as featureTexts from '../../texts/features.ts'
import * as areaTexts from '../../texts/licenses.ts'
import { Button } from '../../ui/button.tsx'
import type { LicenseDialog } from './license-dialogs.tsx'
import type { LicenseDetails } from './use-license-details.ts'

export interface LicenseFeaturesProps {
  readonly license: LicenseDetails
  readonly show: (dialog: LicenseDialog) => void
}

/** What the users of a license have bought, and the preset that it came from. */
export function LicenseFeatures({ license, show }: LicenseFeaturesProps) {
  const { preset, features } = license
  return (
    <DrawerSection
      title={featureTexts.title}
      action={
        <Button size="sm" needs="manage" onClick={() => show({ kind: 'features', license })}>
          {featureTexts.edit}
        </Button>
      }
    >
      {preset !== null && (
        <p className="text-second text-fg-2">
          {areaTexts.preset} <bdi className="font-medium text-fg">{preset.name}</bdi>
          {preset.isArchived && ' (archived)'}
        </p>
      )}
      <FeatureList features={features} />
    </DrawerSection>
  )
}
