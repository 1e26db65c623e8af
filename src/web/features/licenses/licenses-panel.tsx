import { AddButton } from '../../common/add-button.tsx'
import * as areaTexts from '../../texts/licenses.ts'
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
  emptyTitle: areaTexts.noLicenseKeys,
  deletion: {
    title: areaTexts.deleteLicense,
    texts: { done: areaTexts.licenseDeleted, failed: areaTexts.failedToDeleteLicenseText },
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
      {areaTexts.createLicense}
    </AddButton>
  )
  const generateLink = (
    <ButtonLink needs="manage" href={`/app/${applicationId}/licenses?dialog=generate`}>
      {areaTexts.generateKeysText}
    </ButtonLink>
  )
  return (
    <LicenseList
      {...{ applicationId, variant, onSearch, ...list }}
      buttons={
        <>
          <ButtonLink href={`/app/${applicationId}/selling`}>{areaTexts.selling}</ButtonLink>
          <ButtonLink href={`/app/${applicationId}/licenses`}>{areaTexts.allLicenseKeys}</ButtonLink>
          {generateLink}
          {createButton}
        </>
      }
      emptyAction={
        <>
          {createButton}
          {generateLink}
          <ButtonLink needs="manage" href={`/app/${applicationId}/licenses?dialog=import`}>
            {areaTexts.importText}
          </ButtonLink>
          <ButtonLink href={`/app/${applicationId}/selling`}>{areaTexts.selling}</ButtonLink>
        </>
      }
    />
  )
}
