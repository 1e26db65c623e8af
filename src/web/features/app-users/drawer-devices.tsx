import { useState } from 'react'
import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { type Device, useDevices, useReleaseDevice } from './use-devices.ts'

const RenameDeviceDialog = lazyDialog(async () => (await import('./rename-device-dialog.tsx')).RenameDeviceDialog)

export interface DrawerDevicesProps {
  readonly applicationId: number
  readonly userId: number
  /** Whether the hardware lock applies to the user. */
  readonly isLocked: boolean
}

/** The devices that the user is bound to; each can be named and released. */
export function DrawerDevices({ applicationId, userId, isLocked }: DrawerDevicesProps) {
  const { data, error, refetch, isRefetching } = useDevices(applicationId, userId)
  const [shown, setShown] = useState<{ readonly kind: 'release' | 'rename'; readonly device: Device }>()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const show = (kind: 'release' | 'rename', device: Device) => {
    setShown({ kind, device })
    setIsOpen(true)
  }
  const release = useReleaseDevice(applicationId, userId, close)
  return (
    <DrawerSection
      title={texts.devices}
      action={data && <span className="text-second text-fg-2">{texts.boundOf(data.devices.length, data.limit)}</span>}
    >
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {data?.devices.length === 0 && (
        <p className="text-second text-fg-3">{isLocked ? texts.noDevicesTheNext : texts.noDevicesNotLocked}</p>
      )}
      {data !== undefined && data.devices.length > 0 && (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {data.devices.map((device) => (
            <DeviceRow key={device.id} device={device} show={show} />
          ))}
        </ul>
      )}
      {shown?.kind === 'rename' && (
        <RenameDeviceDialog {...{ applicationId, userId, device: shown.device }} isOpen={isOpen} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={isOpen && shown?.kind === 'release'}
        onClose={close}
        title={texts.releaseDevice}
        text={
          <>
            <bdi className="font-medium wrap-anywhere text-fg">{shown && nameOf(shown.device)}</bdi>{' '}
            {texts.canNoLongerLogIn}
            {shown?.device.offlineUntil && <> {texts.worksOffline(formatDateTime(shown.device.offlineUntil))}</>}
          </>
        }
        needs="help"
        confirmText={texts.releaseDevice}
        pendingText={texts.releasing}
        isPending={release.isPending}
        onConfirm={() => shown && release.mutate(shown.device)}
      />
    </DrawerSection>
  )
}

const nameOf = ({ name, hwid }: Device) => name ?? hwid

interface DeviceRowProps {
  readonly device: Device
  readonly show: (kind: 'release' | 'rename', device: Device) => void
}

function DeviceRow({ device, show }: DeviceRowProps) {
  const { name, hwid, boundAt, lastSeenAt, lastIp, offlineUntil, components } = device
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-3">
      <div className="min-w-0 grow basis-48">
        <p className="truncate">
          {name === null ? <span className="text-fg-2">{texts.unnamedDevice}</span> : <bdi>{name}</bdi>}
        </p>
        <TruncatedText text={hwid} isMono />
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-second text-fg-2">
          {lastSeenAt !== null && (
            <>
              {texts.lastSeen} <Time value={lastSeenAt} />
              {lastIp !== null && <span className="font-mono text-meta">{lastIp}</span>}
            </>
          )}
          {boundAt !== null && (
            <span>
              {lastSeenAt !== null && '· '}
              {texts.boundSince} <Time value={boundAt} />
            </span>
          )}
        </p>
        {components !== null && (
          <p className="text-second text-fg-2">{texts.componentsKnown(Object.keys(components).join(', '))}</p>
        )}
        {offlineUntil !== null && (
          <p className="text-second text-fg-2">
            {texts.offlineFileUntil} <Time value={offlineUntil} show="date-time" />
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="ghost"
          needs="help"
          aria-label={texts.renameNamed(nameOf(device))}
          onClick={() => show('rename', device)}
        >
          {texts.rename}
        </Button>
        <Button
          size="sm"
          needs="help"
          aria-label={texts.releaseNamed(nameOf(device))}
          onClick={() => show('release', device)}
        >
          {texts.release}
        </Button>
      </div>
    </li>
  )
}
