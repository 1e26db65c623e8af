import * as texts from '../../texts/system.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { formatBytes, formatDateTime } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { type Backup, isUnderWay } from './use-backups.ts'

export interface BackupRowProps {
  readonly backup: Backup
  /** Another run is under way. */
  readonly isBusy: boolean
  readonly onTest: () => void
}

const tones: Readonly<Record<Backup['state'], BadgeTone>> = {
  running: 'info',
  complete: 'ok',
  rehearsing: 'info',
  failed: 'bad',
}

/** One copy, or a run that made none. */
export function BackupRow({ backup, isBusy, onTest }: BackupRowProps) {
  const { createdAt, state, error } = backup
  return (
    <SettingRow
      title={
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Time value={createdAt} show="date-time" />
          <Badge tone={tones[state]}>{texts.states[state]}</Badge>
          {isUnderWay(backup) && <Spinner />}
        </span>
      }
      text={
        <>
          <Facts {...backup} />
          {error !== null && <span className="block break-words text-bad">{error}</span>}
        </>
      }
    >
      {state === 'complete' && (
        <Button
          size="sm"
          aria-label={texts.testRestoreOf(formatDateTime(createdAt))}
          disabledReason={isBusy ? texts.waitForTheOther : undefined}
          onClick={onTest}
        >
          {texts.testRestore}
        </Button>
      )}
    </SettingRow>
  )
}

function Facts({ place, bytes, state, rehearsedAt }: Backup) {
  const size = bytes === null ? undefined : formatBytes(bytes)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span>{place === 's3' ? texts.s3 : texts.folder}</span>
      {size !== undefined && (
        <>
          <span aria-hidden>·</span>
          <span className="tabular-nums">{state === 'running' ? texts.written(size) : size}</span>
        </>
      )}
      {state === 'complete' && (
        <>
          <span aria-hidden>·</span>
          {rehearsedAt === null ? (
            <span>{texts.notTested}</span>
          ) : (
            <span>
              {texts.restoreTested} <Time value={rehearsedAt} />
            </span>
          )}
        </>
      )}
    </span>
  )
}
