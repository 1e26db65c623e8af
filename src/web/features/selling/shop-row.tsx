import { Ellipsis, KeyRound, Link2, ListChecks, Package, Settings, Unplug } from 'lucide-react'
import { shopProvider } from '../../../shared/shops.ts'
import * as texts from '../../texts/shops.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/text/time.tsx'
import type { ListedShop } from './use-shops.ts'

export interface ShopRowProps {
  readonly shop: ListedShop
  readonly onProducts: () => void
  readonly onCalls: () => void
  readonly onAddress: () => void
  readonly onSecret: () => void
  readonly onSettings: () => void
  readonly onDisconnect: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** One shop: what is missing, when it called last, and what can be done with it. */
export function ShopRow({ shop, onProducts, onCalls, onAddress, onSecret, onSettings, onDisconnect }: ShopRowProps) {
  const { name, products, lastCallAt, provider, hasSecret, unmatched } = shop
  const { name: providerName, secret } = shopProvider(provider)
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-medium">
            <bdi className="wrap-anywhere">{name}</bdi>
          </h3>
          {secret !== 'none' && !hasSecret && <Badge tone="warn">{texts.noSecret}</Badge>}
          {products.length === 0 && <Badge tone="warn">{texts.noProducts}</Badge>}
        </div>
        <p className="text-second text-fg-2">
          {providerName} · {texts.countProducts(products.length)}
        </p>
        {unmatched > 0 && <p className="text-second text-warn">{texts.unmatched(unmatched)}</p>}
        <p className="text-second text-fg-3">
          {texts.lastCall}: <Time value={lastCallAt} none={texts.noCallYet} />
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="sm" needs="manage" aria-label={`${texts.products}: ${name}`} onClick={onProducts}>
          {texts.products}
        </Button>
        <Menu
          trigger={<IconButton label={texts.actionsFor(name)} icon={<Ellipsis {...icon} />} size="sm" />}
          entries={[
            { label: texts.calls, icon: <ListChecks {...icon} />, onSelect: onCalls },
            { label: texts.showAddress, icon: <Link2 {...icon} />, onSelect: onAddress },
            { label: texts.products, icon: <Package {...icon} />, needs: 'manage', onSelect: onProducts },
            ...(secret === 'none'
              ? []
              : [
                  {
                    label: secret === 'made' ? texts.newSecret : texts.enterSecret,
                    icon: <KeyRound {...icon} />,
                    needs: 'manage' as const,
                    onSelect: onSecret,
                  },
                ]),
            { label: texts.settings, icon: <Settings {...icon} />, needs: 'manage', onSelect: onSettings },
            'separator',
            {
              label: texts.disconnect,
              icon: <Unplug {...icon} />,
              tone: 'danger',
              needs: 'manage',
              onSelect: onDisconnect,
            },
          ]}
        />
      </div>
    </li>
  )
}
