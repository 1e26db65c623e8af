import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Time } from '../../ui/text/time.tsx'
import { useAcceptTransfer, useEndTransfer } from './use-team.ts'

interface TransferBannerProps {
  readonly application: { readonly id: number; readonly name: string; readonly owner: string }
  readonly until: string
}

/** For the member to whom the application is offered. */
export function TransferBanner({ application: { id, name, owner }, until }: TransferBannerProps) {
  const accept = useAcceptTransfer(id)
  const decline = useEndTransfer(id)
  return (
    <Card
      title={`Become the owner of ${name}?`}
      actions={
        <>
          <Button isBusy={decline.isPending} onClick={() => decline.mutate()}>
            Decline
          </Button>
          <Button variant="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
            Accept
          </Button>
        </>
      }
    >
      <p className="text-fg-2">
        <bdi>{owner}</bdi> offers you this application until <Time value={until} />. Once you accept, you own it and
        they become a Manager.
      </p>
    </Card>
  )
}
