import { Ellipsis, Eye, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { applicationChoice, useApplicationNames, usePlaces } from '../../api/use-own-applications.ts'
import { AddButton } from '../../common/add-button.tsx'
import { useOpenedInAddress } from '../../common/address/use-linked-dialog.ts'
import { RowRights } from '../../common/row-rights.tsx'
import * as texts from '../../texts/webhooks.ts'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Table } from '../../ui/table/table.tsx'
import { TableToolbar } from '../../ui/table/table-toolbar.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx'
import { useSwitchWebhook, useWebhooks, type WithSecret } from './use-webhooks.ts'
import { webhookColumns } from './webhook-columns.tsx'
import type { WebhookDialog, WebhookSearch } from './webhook-search.ts'
import type { Webhook } from './webhook-types.ts'

const AddWebhookDialog = lazyDialog(async () => (await import('./webhook-form-dialog.tsx')).AddWebhookDialog)
const EditWebhookDialog = lazyDialog(async () => (await import('./webhook-form-dialog.tsx')).EditWebhookDialog)
const CreatedWebhookDialog = lazyDialog(async () => (await import('./created-webhook-dialog.tsx')).CreatedWebhookDialog)
const SecretDialog = lazyDialog(async () => (await import('./secret-dialog.tsx')).SecretDialog)
const WebhookInspector = lazyComponent(async () => (await import('./webhook-inspector.tsx')).WebhookInspector)

type Change = Readonly<Record<string, string | undefined>>

export interface WebhooksPanelProps {
  /** The application whose section this is; absent: all of the account. */
  readonly applicationId?: number | undefined
  readonly search: WebhookSearch
  readonly onSearch: (change: Change) => void
  readonly hrefWith: (change: Change) => string
  readonly dialog: {
    readonly isOpen: (dialog: WebhookDialog) => boolean
    readonly show: (dialog: WebhookDialog) => void
    readonly close: () => void
  }
}

const noNames: ReadonlyMap<number, string> = new Map()

/** The list of webhooks, or the one that is open. */
export function WebhooksPanel(props: WebhooksPanelProps) {
  const { search, onSearch, hrefWith } = props
  const { data: names = noNames } = useApplicationNames()
  const created = useDialogValue<WithSecret>()
  const rotated = useDialogValue<WithSecret>()
  const edited = useDialogValue<Webhook>()
  const edit = () => {
    created.dialog.onClose()
    if (created.value) edited.open(created.value)
  }
  return (
    <>
      {search.webhook === undefined ? (
        <WebhookList {...props} names={names} onCreated={created.open} />
      ) : (
        <WebhookInspector
          key={search.webhook}
          id={search.webhook}
          {...{ search, names, hrefWith, onSearch }}
          onSecret={rotated.open}
        />
      )}
      {created.value?.format === 'json' && <SecretDialog created={created.value} onEdit={edit} {...created.dialog} />}
      {created.value && created.value.format !== 'json' && (
        <CreatedWebhookDialog webhook={created.value} onEdit={edit} {...created.dialog} />
      )}
      {rotated.value && <SecretDialog created={rotated.value} {...rotated.dialog} />}
      {edited.value && <EditWebhookDialog webhook={edited.value} {...edited.dialog} />}
    </>
  )
}

interface ListProps extends WebhooksPanelProps {
  readonly names: ReadonlyMap<number, string>
  readonly onCreated: (created: WithSecret) => void
}

function WebhookList({ applicationId, search, onSearch, hrefWith, dialog, names, onCreated }: ListProps) {
  const isFixed = applicationId !== undefined
  const shown = isFixed ? String(applicationId) : search.app
  const list = useWebhooks(shown)
  const places = usePlaces('manage')
  const deletion = useDialogValue<Webhook>()
  const { open: onDelete } = deletion
  const { mutate: change } = useSwitchWebhook()
  const { open } = useOpenedInAddress('webhook')
  const onOpen = useCallback(({ id }: Webhook) => open(id), [open])
  const hrefOf = useCallback((webhook: Webhook) => hrefWith({ webhook: String(webhook.id) }), [hrefWith])
  const onSwitch = useCallback((webhook: Webhook) => change({ webhook, isActive: !webhook.isActive }), [change])
  const columns = useMemo(() => webhookColumns({ hrefOf, onSwitch, names }), [hrefOf, onSwitch, names])
  const actions = useCallback(
    (webhook: Webhook) => <WebhookMenu href={hrefOf(webhook)} webhook={webhook} onDelete={() => onDelete(webhook)} />,
    [hrefOf, onDelete],
  )
  return (
    <Card isFlush>
      <TableToolbar
        onSearch={onSearch}
        choices={[isFixed ? undefined : applicationChoice(names, search.app)]}
        count={list.total === undefined ? undefined : formatCount(list.total, 'webhook')}
      >
        <AddButton needs="manage" onClick={() => dialog.show('add-webhook')}>
          {texts.addWebhook}
        </AddButton>
      </TableToolbar>
      <Table
        label={texts.webhooks}
        columns={columns}
        {...list}
        actions={actions}
        onOpen={onOpen}
        filter={
          search.app === undefined || isFixed
            ? undefined
            : { text: texts.noWebhooksForThis, onClear: () => onSearch({ app: undefined }) }
        }
        empty={
          <EmptyState
            icon={WebhookIcon}
            title={texts.noWebhooksYet}
            text={texts.sendLoginsAndRejections}
            actions={
              <AddButton needs="manage" onClick={() => dialog.show('add-webhook')}>
                {texts.addWebhook}
              </AddButton>
            }
          />
        }
      />
      <AddWebhookDialog
        isOpen={dialog.isOpen('add-webhook')}
        onClose={dialog.close}
        applications={isFixed ? placeOf(applicationId, places) : (places?.names ?? noNames)}
        applicationId={shown === undefined ? undefined : Number(shown)}
        onCreated={onCreated}
      />
      {deletion.value && <DeleteWebhookDialog webhook={deletion.value} {...deletion.dialog} />}
    </Card>
  )
}

/** Someone else's application is the only place: what is for all applications would be for one's own. */
function placeOf(applicationId: number, places: ReturnType<typeof usePlaces>) {
  if (places?.others.has(applicationId)) return undefined
  return new Map([...(places?.names ?? noNames)].filter(([id]) => id === applicationId))
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function WebhookMenu(props: { readonly webhook: Webhook; readonly href: string; readonly onDelete: () => void }) {
  return (
    <RowRights applicationId={props.webhook.applicationId}>
      <Menu
        trigger={<IconButton label={texts.actionsFor(props.webhook.url)} icon={<Ellipsis {...icon} />} size="sm" />}
        entries={[
          { label: texts.deliveries, icon: <Eye {...icon} />, href: props.href },
          'separator',
          {
            label: texts.deleteText,
            icon: <Trash2 {...icon} />,
            tone: 'danger',
            needs: 'manage',
            onSelect: props.onDelete,
          },
        ]}
      />
    </RowRights>
  )
}
