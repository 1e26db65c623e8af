import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { type BlacklistEntry, typeNames } from './blacklist-types.ts'

export interface EntryDrawerProps extends DialogState {
  readonly entry: BlacklistEntry
  readonly scope: ReactNode
  readonly onDelete: () => void
}

/** One entry of the blacklist in full. */
export function EntryDrawer({ entry, scope, onDelete, ...state }: EntryDrawerProps) {
  const { type, value, reason, hits, lastHitAt, createdAt } = entry
  return (
    <Drawer
      {...state}
      title={<bdi>{value}</bdi>}
      header={
        <p className="mt-1 text-fg-2">
          {hits === 0 ? 'It has blocked nobody yet.' : `It blocked ${formatCount(hits, 'login')}.`}
        </p>
      }
    >
      <DescriptionList
        items={[
          { label: 'Type', value: typeNames[type] },
          {
            label: 'Value',
            value: (
              <span className="inline-flex max-w-full items-center gap-1">
                <bdi className="min-w-0 break-all">{value}</bdi>
                <CopyButton text={value} what="value" />
              </span>
            ),
          },
          { label: 'Reason', value: reason === '' ? <span className="text-fg-3">None</span> : <bdi>{reason}</bdi> },
          { label: 'Scope', value: scope },
          { label: 'Last hit', value: <Time value={lastHitAt} show="second" none="Never" /> },
          { label: 'Added', value: <Time value={createdAt} show="second" /> },
        ]}
      />
      <div>
        <Button variant="danger" needs="help" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Drawer>
  )
}
