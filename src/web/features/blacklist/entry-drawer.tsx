import type { ReactNode } from 'react'
import * as texts from '../../texts/blacklist.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
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
      header={<p className="mt-1 text-fg-2">{hits === 0 ? texts.noLoginsBlockedYet : texts.blocked(hits)}</p>}
    >
      <DescriptionList
        items={[
          { label: texts.type, value: typeNames[type] },
          {
            label: texts.value,
            value: (
              <span className="inline-flex max-w-full items-center gap-1">
                <bdi className="min-w-0 break-all">{value}</bdi>
                <CopyButton text={value} what="value" />
              </span>
            ),
          },
          {
            label: texts.reason,
            value: reason === '' ? <span className="text-fg-3">{texts.none}</span> : <bdi>{reason}</bdi>,
          },
          { label: texts.scope, value: scope },
          { label: texts.lastHit, value: <Time value={lastHitAt} show="second" none={texts.never} /> },
          { label: texts.added, value: <Time value={createdAt} show="second" /> },
        ]}
      />
      <div>
        <Button variant="danger" needs="help" onClick={onDelete}>
          {texts.deleteText}
        </Button>
      </div>
    </Drawer>
  )
}
