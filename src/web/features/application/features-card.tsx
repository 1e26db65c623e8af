import { useState } from 'react'
import { FeatureList } from '../../common/features/feature-list.tsx'
import * as featureTexts from '../../texts/features.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { Application } from './use-application.ts'

const ApplicationFeaturesDialog = lazyDialog(
  async () => (await import('./application-features-dialog.tsx')).ApplicationFeaturesDialog,
)

/** What every user of the application has. */
export function FeaturesCard({ application }: { readonly application: Application }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card
      title={featureTexts.title}
      description={featureTexts.hint}
      actions={
        <Button size="sm" name="features" needs="manage" onClick={() => setIsEditing(true)}>
          {featureTexts.edit}
        </Button>
      }
    >
      <FeatureList features={application.features} />
      <ApplicationFeaturesDialog application={application} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </Card>
  )
}
