import { ArrowLeft, CodeXml, Ellipsis, KeyRound, Settings, SlidersHorizontal, Users } from 'lucide-react'
import { settingsHref } from '../../common/settings-parts.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import * as texts from '../../texts/application.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Section } from './application-search.ts'
import { sectionNames } from './application-sidebar.tsx'
import type { Application } from './use-application.ts'

export interface ApplicationHeaderProps {
  readonly application: Application
  readonly section: Section
  readonly onSettings: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Name, state, description, back link, Settings. Outside Overview one line, whose title is the section. */
export function ApplicationHeader({ application, section, onSettings }: ApplicationHeaderProps) {
  const { name, description, isActive } = application
  const isOverview = section === 'overview'
  const shared = {
    documentTitle: `${sectionNames[section]} · ${name}`,
    badges: isActive ? <Badge tone="ok">{texts.active}</Badge> : <Badge tone="neutral">{texts.inactive}</Badge>,
    actions: <HeaderActions {...{ application, isOverview, onSettings }} />,
  }
  if (!isOverview) {
    return (
      <PageHeading
        key={section}
        {...shared}
        isLine
        title={sectionNames[section]}
        description={<NameAndDescription application={application} />}
      />
    )
  }
  const text = <bdi className="line-clamp-2 max-w-3xl whitespace-pre-line">{description}</bdi>
  return <PageHeading key={section} {...shared} title={name} description={description === '' ? undefined : text} />
}

function NameAndDescription({ application: { id, name, description } }: Pick<ApplicationHeaderProps, 'application'>) {
  return (
    <>
      <Link href={`/app/${id}`} className="rounded-control py-1 hover:text-fg">
        <bdi>{name}</bdi>
      </Link>
      {description !== '' && (
        <bdi className="text-fg-3 max-lg:hidden">
          {' · '}
          {description}
        </bdi>
      )}
    </>
  )
}

interface HeaderActionsProps extends Pick<ApplicationHeaderProps, 'application' | 'onSettings'> {
  readonly isOverview: boolean
}

/** On a phone a line has no room for the back link, which the bar and the switcher hold too. */
function HeaderActions({ application: { id }, isOverview, onSettings }: HeaderActionsProps) {
  return (
    <>
      <ButtonLink href="/" className={isOverview ? '' : 'max-lg:hidden'} icon={<ArrowLeft {...icon} />}>
        {texts.backToDashboard}
      </ButtonLink>
      <Button className={isOverview ? '' : 'max-sm:px-2.5'} icon={<Settings {...icon} />} onClick={onSettings}>
        <span className={isOverview ? '' : 'max-sm:sr-only'}>{texts.settings}</span>
      </Button>
      <Menu
        trigger={<IconButton label={texts.more} className="border border-control/60" icon={<Ellipsis {...icon} />} />}
        entries={[
          { label: texts.allSettings, href: settingsHref(id, 'general'), icon: <SlidersHorizontal {...icon} /> },
          { label: texts.team, href: settingsHref(id, 'team'), icon: <Users {...icon} /> },
          { label: texts.licenseKeys, href: `/app/${id}/licenses`, icon: <KeyRound {...icon} /> },
          { label: texts.integration, href: `/integration?app=${id}`, icon: <CodeXml {...icon} /> },
        ]}
      />
    </>
  )
}
