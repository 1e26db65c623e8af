import type { ApiReply } from '../../api/client.ts'
import * as texts from '../../texts/drawer.ts'
import { Time } from '../../ui/text/time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { DrawerSection } from './drawer-section.tsx'

type Redemption = ApiReply<'GET /api/applications/:id/users/:userId/inspection'>['redemptions'][number]

interface RedeemedKeysProps {
  readonly applicationId: number
  readonly redemptions: readonly Redemption[]
  /** Whose drawer it is, which needs no link. */
  readonly of: 'user' | 'license'
}

/** What redeemed license keys did; nothing where there are none. */
export function RedeemedKeys({ applicationId, redemptions, of }: RedeemedKeysProps) {
  if (redemptions.length === 0) return null
  const link = (text: string, query: string) => <TextLink href={`/app/${applicationId}?${query}`}>{text}</TextLink>
  return (
    <DrawerSection title={texts.redeemedKeys}>
      <ul className="divide-y divide-line rounded-inner border border-line">
        {redemptions.map(({ userId, username, licenseId, previousLicenseId, addedDays, endsAt, at }) => (
          <li key={`${licenseId} ${userId} ${at}`} className="px-3 py-2 text-second">
            <div className="flex flex-wrap items-center gap-x-2">
              {of === 'user'
                ? link(texts.licenseOf(licenseId), `section=licenses&license=${licenseId}`)
                : link(username, `section=users&user=${userId}`)}
              <span>{texts.daysAdded(addedDays)}</span>
              <span className="ml-auto text-fg-2">
                <Time value={at} />
              </span>
            </div>
            <p className="text-fg-3">
              {texts.accessUntil} <Time value={endsAt} show="date-time" />
              {previousLicenseId !== null && texts.licenseBefore(previousLicenseId)}
            </p>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
