import { api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { ShortKeysNote } from '../../common/short-keys-note.tsx'
import * as texts from '../../texts/license-login.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Application } from './use-portal-settings.ts'

/** Whether buyers sign in with their key alone. Turned on here; who turns it off has the settings before them. */
export function LicenseLoginCard({ application: { id, licenseLogin } }: { readonly application: Application }) {
  const turnOn = useTurnOn(id)
  return (
    <Card
      title={texts.title}
      description={texts.description}
      actions={
        <>
          <Badge tone={licenseLogin ? 'ok' : 'neutral'}>{licenseLogin ? texts.on : texts.off}</Badge>
          {!licenseLogin && (
            <Button
              needs="manage"
              isBusy={turnOn.isPending}
              busyText={texts.turningOn}
              onClick={() => turnOn.mutate(undefined)}
            >
              {texts.turnOn}
            </Button>
          )}
        </>
      }
    >
      {licenseLogin ? (
        <TextLink href={`/app/${id}/settings/sign-in`}>{texts.change}</TextLink>
      ) : (
        <ShortKeysNote applicationId={id} />
      )}
    </Card>
  )
}

function useTurnOn(id: number) {
  return useMutate(
    (_: undefined) => api('PATCH /api/applications/:id', { params: { id: String(id) }, body: { licenseLogin: true } }),
    {
      ...{ done: texts.turnedOn, failed: texts.failed },
      refresh: ['GET /api/applications/:id', 'GET /api/applications'],
    },
  )
}
