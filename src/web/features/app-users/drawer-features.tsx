import { useState } from 'react'
import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import { FeatureList } from '../../common/features/feature-list.tsx'
import { featureTexts } from '../../common/features/feature-texts.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { AppUser } from './use-app-users.ts'

const UserFeaturesDialog = lazyDialog(async () => (await import('./user-features-dialog.tsx')).UserFeaturesDialog)

export interface DrawerFeaturesProps {
  readonly applicationId: number
  readonly user: AppUser
}

/** The user's own features. */
export function DrawerFeatures({ applicationId, user }: DrawerFeaturesProps) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <DrawerSection
      title={featureTexts.title}
      action={
        <Button size="sm" needs="help" onClick={() => setIsEditing(true)}>
          {featureTexts.edit}
        </Button>
      }
    >
      <FeatureList features={user.features} />
      <UserFeaturesDialog {...{ applicationId, user }} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </DrawerSection>
  )
}
