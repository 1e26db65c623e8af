import { DoorOpen, ExternalLink, Settings } from 'lucide-react'
import * as texts from '../../texts/portal-settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { PortalLogo } from './portal-logo.tsx'
import type { Application } from './use-portal-settings.ts'

const EditPortalDialog = lazyDialog(async () => (await import('./edit-portal-dialog.tsx')).EditPortalDialog)

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The page where customers manage their own access. */
export function PortalCard({ application }: { readonly application: Application }) {
  const { portalEnabled, portalSlug } = application
  const editing = useDialog()
  return (
    <Card
      title={texts.title}
      description={texts.description}
      actions={
        portalSlug !== null && (
          <>
            <Badge tone={portalEnabled ? 'ok' : 'neutral'}>{portalEnabled ? texts.on : texts.off}</Badge>
            <Button icon={<Settings {...icon} />} needs="manage" onClick={editing.open}>
              {texts.edit}
            </Button>
          </>
        )
      }
    >
      {portalSlug === null ? (
        <EmptyState
          icon={DoorOpen}
          title={texts.none}
          text={texts.noneText}
          actions={
            <Button variant="primary" needs="manage" onClick={editing.open}>
              {texts.setUp}
            </Button>
          }
        />
      ) : (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1 basis-64">
              <CopyableText text={`${location.origin}/portal/${portalSlug}`} what={texts.copiedAddress} />
            </div>
            {portalEnabled && (
              <a
                href={`/portal/${portalSlug}`}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('secondary', 'md')}
              >
                <ExternalLink {...icon} />
                {texts.open}
              </a>
            )}
          </div>
          <PortalLogo applicationId={application.id} />
        </div>
      )}
      <EditPortalDialog application={application} {...editing.dialog} />
    </Card>
  )
}
