import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import { FeatureList } from '../../common/features/feature-list.tsx'
import * as featureTexts from '../../texts/features.ts'
import { Button } from '../../ui/button.tsx'
import type { AppUser } from './use-app-users.ts'
import type { UserDialog } from './user-dialogs.tsx'

export interface DrawerFeaturesProps {
  readonly user: AppUser
  readonly show: (dialog: UserDialog) => void
}

/** The user's own features. */
export function DrawerFeatures({ user, show }: DrawerFeaturesProps) {
  return (
    <DrawerSection
      title={featureTexts.title}
      action={
        <Button size="sm" needs="help" onClick={() => show({ kind: 'features', user })}>
          {featureTexts.edit}
        </Button>
      }
    >
      <FeatureList features={user.features} />
    </DrawerSection>
  )
}
