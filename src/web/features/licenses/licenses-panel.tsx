import { AddButton } from '../../common/add-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LicenseKey, StatusBadges } from './license-cells.tsx'
import { LicenseList, type LicenseListVariant, useLicenseList } from './license-list.tsx'

const variant: LicenseListVariant = {
  view: 'licenses',
  columns: (_, onOpen) => ({
    licenseKey: {
      width: 'minmax(13rem, 1.8fr)',
      cell: (license) => <LicenseKey license={license} isShort onOpen={onOpen} />,
    },
    status: { width: 'minmax(11.5rem, 1.1fr)', cell: (license) => <StatusBadges license={license} /> },
  }),
  emptyTitle: 'No license keys',
  deletion: {
    title: 'Delete License',
    texts: { done: 'License deleted', failed: 'Failed to delete license' },
  },
}

export interface LicensesPanelProps {
  readonly applicationId: number
  /** From the address: `q`, `status`, `view`, `sort`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onCreate: () => void
}

/** The licenses of an application, in its Licenses section. */
export function LicensesPanel({ applicationId, search, onSearch, onCreate }: LicensesPanelProps) {
  const list = useLicenseList(applicationId, search)
  const createButton = (
    <AddButton needs="manage" onClick={onCreate}>
      Create License
    </AddButton>
  )
  const generateLink = (
    <ButtonLink needs="manage" href={`/app/${applicationId}/licenses?dialog=generate`}>
      Generate Keys
    </ButtonLink>
  )
  return (
    <LicenseList
      {...{ applicationId, variant, onSearch, ...list }}
      buttons={
        <>
          <ButtonLink href={`/app/${applicationId}/selling`}>Selling</ButtonLink>
          <ButtonLink href={`/app/${applicationId}/licenses`}>All License Keys</ButtonLink>
          {generateLink}
          {createButton}
        </>
      }
      emptyAction={
        <>
          {createButton}
          {generateLink}
          <ButtonLink needs="manage" href={`/app/${applicationId}/licenses?dialog=import`}>
            Import
          </ButtonLink>
          <ButtonLink href={`/app/${applicationId}/selling`}>Selling</ButtonLink>
        </>
      }
    />
  )
}
