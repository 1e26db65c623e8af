import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/shops.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type Shop, type ShopCall, useReplayCall, useShopCalls } from './use-shops.ts'

export interface ShopCallsDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
}

/** What a shop sent, what came of it, and a way to run it again. */
export function ShopCallsDialog({ applicationId, shop, isOpen, onClose }: ShopCallsDialogProps) {
  const { data, error, refetch, isRefetching } = useShopCalls(applicationId, shop.id)
  const replay = useReplayCall(applicationId, shop.id)
  return (
    <Dialog
      {...{ isOpen, onClose }}
      size="lg"
      title={texts.callsOf(shop.name)}
      description={texts.callsText}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-40" />
        ) : (
          <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
        )
      ) : data.items.length === 0 ? (
        <p className="text-fg-2">{texts.noCalls}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((call) => (
            <CallRow key={call.id} call={call} onReplay={() => replay.mutate(call.id)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const tones: Partial<Record<ShopCall['outcome'], BadgeTone>> = {
  paid: 'ok',
  renewed: 'ok',
  dispute_won: 'ok',
  unmatched: 'warn',
  waiting: 'warn',
  disputed: 'warn',
  refunded: 'bad',
  unreadable: 'bad',
}

function CallRow({ call, onReplay }: { readonly call: ShopCall; readonly onReplay: () => void }) {
  const { event, outcome, orderRef, createdAt, ms } = call
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <code className="text-second wrap-anywhere">{event || texts.noEvent}</code>
          <Badge tone={tones[outcome] ?? 'neutral'}>{texts.outcomes[outcome]}</Badge>
        </div>
        <p className="text-second wrap-anywhere text-fg-3">
          <Time value={createdAt} show="second" /> · {texts.ms(ms)}
          {orderRef !== null && ` · ${orderRef}`}
        </p>
      </div>
      <Button size="sm" needs="manage" aria-label={texts.replayOf(event)} onClick={onReplay}>
        {texts.replay}
      </Button>
    </li>
  )
}
