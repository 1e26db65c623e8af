import { ArrowLeft, Ellipsis, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { MountOnFirstOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { Deliveries } from './deliveries.tsx'
import { useSwitchWebhook, useWebhook, type WithSecret } from './use-webhooks.ts'
import { VerifySignatures } from './verify-signatures.tsx'
import { scopeText, WebhookBadge } from './webhook-columns.tsx'
import { WebhookNotice } from './webhook-notice.tsx'
import type { WebhookSearch } from './webhook-search.ts'
import { WebhookStats } from './webhook-stats.tsx'
import { type Delivery, formatNames, type Webhook } from './webhook-types.ts'

const EditWebhookDialog = lazyComponent(async () => (await import('./webhook-form-dialog.tsx')).EditWebhookDialog)
const RotateSecretDialog = lazyComponent(async () => (await import('./rotate-secret-dialog.tsx')).RotateSecretDialog)
const TestWebhookDialog = lazyComponent(async () => (await import('./test-webhook-dialog.tsx')).TestWebhookDialog)
const RedeliverDialog = lazyComponent(async () => (await import('./redeliver-dialog.tsx')).RedeliverDialog)
const DeleteWebhookDialog = lazyComponent(async () => (await import('./delete-webhook-dialog.tsx')).DeleteWebhookDialog)
const DeliveryDialog = lazyComponent(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog)

type Window = 'edit' | 'rotate' | 'test' | 'redeliver' | 'delete'

export interface WebhookInspectorProps {
  readonly id: string
  readonly search: WebhookSearch
  readonly names: ReadonlyMap<number, string>
  readonly hrefWith: (change: Readonly<Record<string, string | undefined>>) => string
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onSecret: (rotated: WithSecret) => void
}

const closed = { webhook: undefined, delivery: undefined, status: undefined, event: undefined }

/** One webhook: how it fares, what was sent to it, how its receiver checks the signature. */
export function WebhookInspector(props: WebhookInspectorProps) {
  const { id, hrefWith, onSearch } = props
  const { data, error, refetch, isRefetching } = useWebhook(id)
  const isGone = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (!isGone) return
    toast({ title: 'Error', description: error.message, kind: 'destructive' })
    onSearch(closed)
  }, [isGone, error, onSearch])
  if (data !== undefined) return <LoadedInspector webhook={data} {...props} />
  return (
    <div className="flex flex-col gap-4">
      <BackLink href={hrefWith(closed)} />
      <Card>
        {error === null ? (
          <Loading />
        ) : (
          <ErrorState
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : undefined}
            onRetry={() => void refetch()}
            isRetrying={isRefetching}
          />
        )}
      </Card>
    </div>
  )
}

function LoadedInspector(props: WebhookInspectorProps & { readonly webhook: Webhook }) {
  const { id, webhook, search, hrefWith, onSearch, onSecret } = props
  const [shown, setShown] = useState<Window>()
  const close = () => setShown(undefined)
  const hrefOf = useCallback((delivery: Delivery) => hrefWith({ delivery: delivery.id }), [hrefWith])
  const closeDelivery = useCallback(() => onSearch({ delivery: undefined }), [onSearch])
  // Kept while its window closes.
  const [delivery, setDelivery] = useState(search.delivery)
  if (search.delivery !== undefined && search.delivery !== delivery) setDelivery(search.delivery)
  const change = useSwitchWebhook()
  const enable = (isActive: boolean) => change.mutate({ webhook, isActive })
  return (
    <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
      <InspectorHead {...props} onSwitch={() => enable(!webhook.isActive)} onOpen={setShown} />
      <WebhookNotice webhook={webhook} onEnable={() => enable(true)} />
      <WebhookStats webhook={webhook} />
      <Deliveries
        webhookId={id}
        filter={search}
        onSearch={onSearch}
        hrefOf={hrefOf}
        onRedeliverAll={() => setShown('redeliver')}
        onTest={() => setShown('test')}
      />
      {webhook.format === 'json' && <VerifySignatures />}
      <MountOnFirstOpen isOpen={shown === 'edit'}>
        <EditWebhookDialog webhook={webhook} isOpen={shown === 'edit'} onClose={close} />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={shown === 'rotate'}>
        <RotateSecretDialog webhook={webhook} isOpen={shown === 'rotate'} onClose={close} onRotated={onSecret} />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={shown === 'test'}>
        <TestWebhookDialog webhook={webhook} isOpen={shown === 'test'} onClose={close} />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={shown === 'redeliver'}>
        <RedeliverDialog webhookId={id} isOpen={shown === 'redeliver'} onClose={close} />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={shown === 'delete'}>
        <DeleteWebhookDialog
          webhook={webhook}
          isOpen={shown === 'delete'}
          onClose={close}
          onDeleted={() => onSearch(closed)}
        />
      </MountOnFirstOpen>
      {delivery !== undefined && (
        <MountOnFirstOpen isOpen={search.delivery !== undefined}>
          <DeliveryDialog
            webhookId={id}
            deliveryId={delivery}
            isOpen={search.delivery !== undefined}
            onClose={closeDelivery}
          />
        </MountOnFirstOpen>
      )}
    </div>
  )
}

interface HeadProps extends WebhookInspectorProps {
  readonly webhook: Webhook
  readonly onSwitch: () => void
  readonly onOpen: (window: Window) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Which one it is and what can be done with it. */
function InspectorHead({ webhook, names, hrefWith, onSwitch, onOpen }: HeadProps) {
  const { url, isUrlMasked, isActive, format } = webhook
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
            {scopeText(webhook, names)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={onSwitch}>{isActive ? 'Disable' : 'Enable'}</Button>
          <Button icon={<Send {...icon} />} onClick={() => onOpen('test')}>
            Send Test
          </Button>
          <Menu
            trigger={<IconButton label="More actions" icon={<Ellipsis {...icon} />} />}
            entries={[
              { label: 'Edit', icon: <Pencil {...icon} />, onSelect: () => onOpen('edit') },
              ...(webhook.hasSecret
                ? [{ label: 'Rotate Secret', icon: <KeyRound {...icon} />, onSelect: () => onOpen('rotate') }]
                : []),
              'separator',
              { label: 'Delete', icon: <Trash2 {...icon} />, tone: 'danger', onSelect: () => onOpen('delete') },
            ]}
          />
        </div>
      </div>
    </div>
  )
}

function BackLink({ href }: { readonly href: string }) {
  return (
    <div>
      <ButtonLink href={href} size="sm" variant="ghost" icon={<ArrowLeft {...icon} />}>
        All webhooks
      </ButtonLink>
    </div>
  )
}
