import { useState } from 'react'
import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import { FeatureList } from '../../common/features/feature-list.tsx'
import { featureTexts } from '../../common/features/feature-texts.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { LicenseDetails } from './use-license-details.ts'

const LicenseFeaturesDialog = lazyDialog(
  async () => (await import('./license-features-dialog.tsx')).LicenseFeaturesDialog,
)

export interface LicenseFeaturesProps {
  readonly applicationId: number
  readonly license: LicenseDetails
}

/** What the users of a license have bought, and the preset that it came from. */
export function LicenseFeatures({ applicationId, license }: LicenseFeaturesProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { preset, features } = license
  return (
    <DrawerSection
      title={featureTexts.title}
      action={
        <Button size="sm" needs="manage" onClick={() => setIsEditing(true)}>
          {featureTexts.edit}
        </Button>
      }
    >
      {preset !== null && (
        <p className="text-second text-fg-2">
          Preset <bdi className="font-medium text-fg">{preset.name}</bdi>
          {preset.isArchived && ' (archived)'}
        </p>
      )}
      <FeatureList features={features} />
      <LicenseFeaturesDialog {...{ applicationId, license }} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </DrawerSection>
  )
}
