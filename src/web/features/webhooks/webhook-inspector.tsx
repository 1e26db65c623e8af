import { ArrowLeft, Ellipsis, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ApplicationScope } from '../../common/application-scope.tsx'
import { QueryError } from '../../common/query-error.tsx'
import { RowRights } from '../../common/row-rights.tsx'
import { useCloseWhenGone } from '../../common/use-close-when-gone.ts'
import * as texts from '../../texts/webhooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { Deliveries } from './deliveries.tsx'
import { useSwitchWebhook, useWebhook, type WithSecret } from './use-webhooks.ts'
import { VerifySignatures } from './verify-signatures.tsx'
import { WebhookBadge } from './webhook-columns.tsx'
import { WebhookNotice } from './webhook-notice.tsx'
import type { WebhookSearch } from './webhook-search.ts'
import { WebhookStats } from './webhook-stats.tsx'
import { type Delivery, formatNames, type Webhook } from './webhook-types.ts'

const EditWebhookDialog = lazyDialog(async () => (await import('./webhook-form-dialog.tsx')).EditWebhookDialog)
const RotateSecretDialog = lazyDialog(async () => (await import('./rotate-secret-dialog.tsx')).RotateSecretDialog)
const TestWebhookDialog = lazyDialog(async () => (await import('./test-webhook-dialog.tsx')).TestWebhookDialog)
const RedeliverDialog = lazyDialog(async () => (await import('./redeliver-dialog.tsx')).RedeliverDialog)
const DeleteWebhookDialog = lazyDialog(async () => (await import('./delete-webhook-dialog.tsx')).DeleteWebhookDialog)
const DeliveryDialog = lazyDialog(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog)

type Opened = 'edit' | 'rotate' | 'test' | 'redeliver' | 'delete'

export interface WebhookInspectorProps {
  readonly id: string
  readonly search: WebhookSearch
  readonly names: ReadonlyMap<number, string>
  readonly hrefWith: (change: Readonly<Record<string, string | undefined>>) => string
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onSecret: (rotated: WithSecret) => void
}

const closed = { webhook: undefined, delivery: undefined, status: undefined, event: undefined }

/** One webhook: its statistics, its deliveries, and how to verify its signatures. */
export function WebhookInspector(props: WebhookInspectorProps) {
  const { id, hrefWith, onSearch } = props
  const { data, error, refetch, isRefetching } = useWebhook(id)
  const backToList = useCallback(() => onSearch(closed), [onSearch])
  useCloseWhenGone(error, true, backToList)
  if (data !== undefined) {
    return (
      <RowRights applicationId={data.applicationId}>
        <LoadedInspector webhook={data} {...props} />
      </RowRights>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <BackLink href={hrefWith(closed)} />
      <Card>
        {error === null ? <Loading /> : <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />}
      </Card>
    </div>
  )
}

function LoadedInspector(props: WebhookInspectorProps & { readonly webhook: Webhook }) {
  const { id, webhook, search, hrefWith, onSearch, onSecret } = props
  const [shown, setShown] = useState<Opened>()
  const close = () => setShown(undefined)
  const hrefOf = useCallback((delivery: Delivery) => hrefWith({ delivery: delivery.id }), [hrefWith])
  const closeDelivery = useCallback(() => onSearch({ delivery: undefined }), [onSearch])
  const areHidden = useRefusal('look') !== undefined
  const delivery = useLastDefined(areHidden ? undefined : search.delivery)
  const change = useSwitchWebhook()
  const enable = (isActive: boolean) => change.mutate({ webhook, isActive })
  return (
    <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
      <InspectorHead {...props} onSwitch={() => enable(!webhook.isActive)} onOpen={setShown} />
      <WebhookNotice webhook={webhook} onEnable={() => enable(true)} />
      <WebhookStats webhook={webhook} />
      {areHidden ? (
        <Note>{texts.itsDeliveriesCanInclude}</Note>
      ) : (
        <Deliveries
          webhookId={id}
          filter={search}
          onSearch={onSearch}
          hrefOf={hrefOf}
          onRedeliverAll={() => setShown('redeliver')}
          onTest={() => setShown('test')}
        />
      )}
      {webhook.format === 'json' && <VerifySignatures />}
      <EditWebhookDialog webhook={webhook} isOpen={shown === 'edit'} onClose={close} />
      <RotateSecretDialog webhook={webhook} isOpen={shown === 'rotate'} onClose={close} onRotated={onSecret} />
      <TestWebhookDialog webhook={webhook} isOpen={shown === 'test'} onClose={close} />
      <RedeliverDialog webhookId={id} isOpen={shown === 'redeliver'} onClose={close} />
      <DeleteWebhookDialog
        webhook={webhook}
        isOpen={shown === 'delete'}
        onClose={close}
        onDeleted={() => onSearch(closed)}
      />
      {delivery !== undefined && (
        <DeliveryDialog
          webhookId={id}
          deliveryId={delivery}
          isOpen={search.delivery !== undefined}
          onClose={closeDelivery}
        />
      )}
    </div>
  )
}

interface HeadProps extends WebhookInspectorProps {
  readonly webhook: Webhook
  readonly onSwitch: () => void
  readonly onOpen: (dialog: Opened) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The webhook's name and actions. */
function InspectorHead({ webhook, names, hrefWith, onSwitch, onOpen }: HeadProps) {
  const { url, isUrlMasked, isActive, format, applicationId } = webhook
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <BackLink href={hrefWith(closed)} />
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 max-w-full">
          <h2 className="flex min-w-0 items-center gap-1">
            <bdi className="min-w-0 font-mono text-body break-all">{url}</bdi>
            {!isUrlMasked && <CopyButton text={url} what="URL" />}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-second text-fg-2">
            <WebhookBadge webhook={webhook} />
            <Badge tone="neutral">{formatNames[format]}</Badge>
            <ApplicationScope {...{ applicationId, names }} ofAll={texts.allApplications} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button needs="manage" onClick={onSwitch}>
            {isActive ? texts.disable : texts.enable}
          </Button>
          <Button icon={<Send {...icon} />} needs="manage" onClick={() => onOpen('test')}>
            {texts.sendTest}
          </Button>
          <Menu
            trigger={<IconButton label={texts.moreActions} icon={<Ellipsis {...icon} />} />}
            entries={[
              { label: texts.edit, icon: <Pencil {...icon} />, needs: 'manage', onSelect: () => onOpen('edit') },
              ...(webhook.hasSecret ? [rotateEntry(() => onOpen('rotate'))] : []),
              'separator',
              {
                label: texts.deleteText,
                icon: <Trash2 {...icon} />,
                tone: 'danger',
                needs: 'manage',
                onSelect: () => onOpen('delete'),
              },
            ]}
          />
        </div>
      </div>
    </div>
  )
}

const rotateEntry = (onSelect: () => void): MenuEntry => ({
  label: texts.rotateSecret,
  icon: <KeyRound {...icon} />,
  needs: 'manage',
  onSelect,
})

function BackLink({ href }: { readonly href: string }) {
  return (
    <div>
      <ButtonLink href={href} size="sm" variant="ghost" icon={<ArrowLeft {...icon} />}>
        {texts.allWebhooks}
      </ButtonLink>
    </div>
  )
}
