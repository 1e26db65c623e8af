import { ArrowLeft, Settings, Users } from 'lucide-react'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { Application } from './use-application.ts'

export interface ApplicationHeaderProps {
  readonly application: Application
  /** The open section, for the document's title. */
  readonly section: string
  readonly onSettings: () => void
}

/** Name, state, description, back link, Settings. */
export function ApplicationHeader({ application, section, onSettings }: ApplicationHeaderProps) {
  const { id, name, description, isActive } = application
  return (
    <PageHeading
      key={section}
      title={name}
      documentTitle={`${section} · ${name}`}
      badges={isActive ? <Badge tone="ok">Active</Badge> : <Badge tone="neutral">Inactive</Badge>}
      description={
        description === '' ? undefined : <bdi className="line-clamp-2 max-w-3xl whitespace-pre-line">{description}</bdi>
      }
      actions={
        <>
          <ButtonLink href="/" icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
            Back to Dashboard
          </ButtonLink>
          <ButtonLink href={`/app/${id}/settings/team`} icon={<Users size={16} strokeWidth={1.75} aria-hidden />}>
            Team
          </ButtonLink>
          <Button icon={<Settings size={16} strokeWidth={1.75} aria-hidden />} onClick={onSettings}>
            Settings
          </Button>
        </>
      }
    />
  )
}
