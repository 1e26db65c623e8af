import { Database, DatabaseBackup } from 'lucide-react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/system.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { BackupRow } from './backup-row.tsx'
import { type Backup, isNotEmbedded, isUnderWay, useBackUp, useBackups, useTestRestore } from './use-backups.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const guide = '/docs/backups'

/** Copies of the embedded database. No download and no restore: a stolen cookie would be the whole database. */
export function BackupsCard() {
  const { data: backups, error, refetch, isRefetching } = useBackups()
  const backUp = useBackUp()
  const isBusy = backups?.some(isUnderWay) ?? false
  const isBackingUp = backUp.isPending || (backups?.some(({ state }) => state === 'running') ?? false)
  if (isNotEmbedded(error)) return <PostgresNotes />
  const button = (
    <Button
      variant="primary"
      icon={<DatabaseBackup {...icon} />}
      isBusy={isBackingUp}
      busyText={texts.backingUp}
      disabledReason={isBusy && !isBackingUp ? texts.waitForTheOther : undefined}
      onClick={() => backUp.mutate(undefined)}
    >
      {texts.backUpNow}
    </Button>
  )
  const hasSome = backups !== undefined && backups.length > 0
  return (
    <Card title={texts.backups} description={texts.copiesOfTheDatabase} actions={hasSome && button}>
      {hasSome ? (
        <Copies backups={backups} isBusy={isBusy} />
      ) : backups !== undefined ? (
        <EmptyState
          icon={DatabaseBackup}
          title={texts.noBackupsYet}
          text={texts.firstBackupComes}
          actions={
            <>
              {button}
              <TextLink href={guide}>{texts.readTheGuide}</TextLink>
            </>
          }
        />
      ) : error === null ? (
        <Skeleton className="h-40" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
    </Card>
  )
}

function Copies({ backups, isBusy }: { readonly backups: readonly Backup[]; readonly isBusy: boolean }) {
  const test = useTestRestore()
  return (
    <>
      <ul className="divide-y divide-line">
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} isBusy={isBusy} onTest={() => test.mutate(backup)} />
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4 text-second text-fg-2">
        <p>
          {texts.toRestore} <TextLink href={guide}>{texts.readTheGuide}</TextLink>
        </p>
        <CodeBlock label={texts.command} code={texts.restoreCommand} />
      </div>
    </>
  )
}

/** What to do where PostgreSQL has the data. */
function PostgresNotes() {
  return (
    <Card title={texts.backups}>
      <EmptyState
        icon={Database}
        title={texts.dataIsInPostgres}
        text={texts.backUpWithPostgres}
        actions={<TextLink href={guide}>{texts.readTheGuide}</TextLink>}
      />
      <CodeBlock label={texts.command} code={texts.dumpCommand} />
    </Card>
  )
}
