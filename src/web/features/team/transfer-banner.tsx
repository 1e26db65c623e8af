import * as texts from '../../texts/team.ts'
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
      title={texts.becomeTheOwnerOf(name)}
      actions={
        <>
          <Button isBusy={decline.isPending} onClick={() => decline.mutate()}>
            {texts.decline}
          </Button>
          <Button variant="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
            {texts.accept}
          </Button>
        </>
      }
    >
      <p className="text-fg-2">
        <bdi>{owner}</bdi> {texts.offersYouThisApplication} <Time value={until} />
        {texts.onceYouAcceptYou}
      </p>
    </Card>
  )
}
