import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api, apiList } from '../../api/client.ts'
import { shopKeys } from '../../api/query-keys/shops.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/shops.ts'

const listKey = 'GET /api/applications/:id/shops'
const callsKey = 'GET /api/applications/:id/shops/:shopId/calls'
const ordersKey = 'GET /api/applications/:id/orders'
const orderKey = 'GET /api/applications/:id/orders/:orderId'
const patchKey = 'PATCH /api/applications/:id/shops/:shopId'

export type ListedShop = ApiReply<typeof listKey>[number]
export type Shop = Omit<ListedShop, 'unmatched'>
export type ShopWithSecret = ApiReply<'POST /api/applications/:id/shops'>
export type ShopCall = ApiReply<typeof callsKey>[number]
export type Order = ApiReply<typeof ordersKey>[number]
export type NewShop = ApiInput<'POST /api/applications/:id/shops'>['body']
export type ShopChange = ApiInput<typeof patchKey>['body']

const paramsOf = (applicationId: number) => ({ id: String(applicationId) })
const ofShop = (applicationId: number, shopId: number) => ({ ...paramsOf(applicationId), shopId: String(shopId) })
const shownCalls = '50'

export function useShops(applicationId: number) {
  return useQuery({
    queryKey: shopKeys.list(applicationId),
    queryFn: ({ signal }) => api(listKey, { params: paramsOf(applicationId) }, { signal }),
  })
}

/** `onReply` shows the secret, which is returned only once. */
export function useConnectShop(applicationId: number, onReply: (made: ShopWithSecret) => void, onDone: () => void) {
  return useMutate(
    (body: NewShop) => api('POST /api/applications/:id/shops', { params: paramsOf(applicationId), body }),
    {
      ...{ done: texts.connected, failed: texts.failed, onReply, onDone },
      refresh: [listKey, 'GET /api/applications/:id/presets'],
    },
  )
}

export function useChangeShop(applicationId: number, shopId: number, onDone: () => void) {
  return useMutate((body: ShopChange) => api(patchKey, { params: ofShop(applicationId, shopId), body }), {
    done: texts.saved,
    failed: texts.failed,
    refresh: [listKey, 'GET /api/applications/:id/presets'],
    onDone,
  })
}

export function useShopSecret(
  applicationId: number,
  shopId: number,
  { onReply, onDone }: { readonly onReply?: (shop: ShopWithSecret) => void; readonly onDone: () => void },
) {
  return useMutate(
    (body: { readonly secret?: string }) =>
      api('POST /api/applications/:id/shops/:shopId/rotate-secret', { params: ofShop(applicationId, shopId), body }),
    { done: texts.secretSaved, failed: texts.failed, refresh: listKey, onDone, ...(onReply && { onReply }) },
  )
}

export function useDisconnectShop(applicationId: number, shopId: number, onDone: () => void) {
  return useMutate(
    (_: undefined) => api('DELETE /api/applications/:id/shops/:shopId', { params: ofShop(applicationId, shopId) }),
    { done: texts.disconnected, failed: texts.failed, refresh: listKey, onDone },
  )
}

/** The newest calls of a shop. */
export function useShopCalls(applicationId: number, shopId: number) {
  return useQuery({
    queryKey: shopKeys.calls(applicationId, shopId),
    queryFn: ({ signal }) =>
      apiList(callsKey, { params: ofShop(applicationId, shopId), query: { limit: shownCalls } }, { signal }),
  })
}

export function useReplayCall(applicationId: number, shopId: number) {
  return useMutate(
    (callId: number) =>
      api('POST /api/applications/:id/shops/:shopId/calls/:callId/replay', {
        params: { ...ofShop(applicationId, shopId), callId: String(callId) },
      }),
    {
      done: ({ outcome }) => ({ title: texts.replayed, description: texts.outcomes[outcome] }),
      failed: texts.replayFailed,
      refresh: [callsKey, listKey, ordersKey, orderKey],
    },
  )
}

export interface OrderFilter {
  readonly q?: string
  readonly status?: Order['status']
}

const rowKey = ({ id }: Order) => id

export function useOrders(applicationId: number, filter: OrderFilter) {
  return useList({
    queryKey: shopKeys.orders(applicationId, filter),
    rowKey,
    read: (paging, signal) =>
      apiList(ordersKey, { params: paramsOf(applicationId), query: { ...filter, ...paging } }, { signal }),
  })
}

export function useOrder(applicationId: number, orderId: number) {
  return useQuery({
    queryKey: shopKeys.order(applicationId, orderId),
    queryFn: ({ signal }) =>
      api(orderKey, { params: { ...paramsOf(applicationId), orderId: String(orderId) } }, { signal }),
  })
}
