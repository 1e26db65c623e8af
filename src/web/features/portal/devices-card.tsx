import { useContext, useState } from 'react'
import { type ApiReply, api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { formatDate, formatRelative } from '../../ui/text/format.ts'
import { Confirm } from './confirm.tsx'
import { PortalButton } from './portal-button.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction, useLoaded } from './use-portal.ts'

type Device = ApiReply<'GET /api/portal/:slug/devices'>['devices'][number]

/** The devices that the license is bound to. Releasing one makes room for another. */
export function DevicesCard() {
  const { slug } = useContext(PortalContext)
  const { data, error, reload } = useLoaded(() => api('GET /api/portal/:slug/devices', { params: { slug } }))
  const [asked, setAsked] = useState<Device>()
  const release = useAction()
  const start = ({ id: deviceId }: Device) =>
    release.run(async () => {
      await api('DELETE /api/portal/:slug/devices/:deviceId', { params: { slug, deviceId } })
      reload()
      return texts.released
    })
  return (
    <Card title={texts.devices} description={data && texts.devicesText(data.devices.length, data.limit)}>
      {data?.devices.length === 0 && <p className="text-fg-2">{texts.noDevices}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.devices.map((device) => (
          <li key={device.id} className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-medium">{nameOf(device)}</p>
              <p className="text-second text-fg-2">{usedText(device)}</p>
              {device.offline_until !== null && (
                <p className="text-second text-fg-2">{texts.offlineUntil(formatDate(device.offline_until))}</p>
              )}
            </div>
            {data.can_release && device.offline_until === null && (
              <PortalButton
                aria-label={texts.releaseOf(nameOf(device))}
                isBusy={release.isBusy}
                onClick={() => setAsked(device)}
              >
                {texts.release}
              </PortalButton>
            )}
          </li>
        ))}
      </ul>
      {data && data.devices.length > 0 && !data.can_release && (
        <p className="mt-3 text-second text-fg-2">
          {data.next_release_at === null ? texts.neverRelease : nextRelease(data.next_release_at)}
        </p>
      )}
      <Said text={release.done} />
      <ErrorText text={release.error ?? error?.message} />
      {asked && (
        <Confirm
          title={texts.releaseTitle}
          text={texts.releaseText(nameOf(asked))}
          confirmText={texts.release}
          onConfirm={() => start(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

/** Nothing where it is only a matter of signing in otherwise. */
const nextRelease = (at: string) => (new Date(at) > new Date() ? texts.nextRelease(formatDate(at)) : undefined)

const nameOf = ({ name, hwid }: Device) => name ?? texts.unnamedDevice(hwid)

function usedText({ last_seen_at: at, address }: Device): string {
  const used = at === null ? texts.notUsed : texts.lastUsed(formatRelative(at, new Date()))
  return address === null ? used : `${used} · ${address}`
}
