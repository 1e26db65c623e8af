import type { OrderStatus } from '../../shared/shops.ts'

export const title = 'Orders'
export const description = 'What was bought, and the keys that were made for it.'
export const none = 'No orders yet'
export const noneText = 'The first order of a connected shop appears here.'
export const search = 'Search orders'
export const searchPlaceholder = 'Whole order ID or email'
export const status = 'Status'
export const anyStatus = 'Any status'
export const statuses: Readonly<Record<OrderStatus, string>> = {
  paid: 'Paid',
  disputed: 'Disputed',
  refunded: 'Refunded',
  waiting: 'Waiting',
  unmatched: 'No preset',
}
export const noMatch = 'No orders match these filters.'
export const order = 'Order'
export const shop = 'Shop'
export const product = 'Product'
export const quantity = 'Quantity'
export const email = 'Email'
export const item = 'Item'
export const subscription = 'Subscription'
export const accessUntil = 'Access until'
export const created = 'Received'
export const test = 'Test'
export const partlyRefunded = 'Partly refunded'
export const unknown = 'Unknown'
export const keys = 'License Keys'
export const noKeys = 'No key was made.'
export const licenseKey = 'license key'
export const showLicense = 'Show license'
export const meanings: Readonly<Record<OrderStatus, string>> = {
  paid: 'The keys work.',
  disputed: 'The keys stop working until the dispute is won.',
  refunded: 'The keys stopped working.',
  waiting: 'Its payment, or the key of the shop, is not known yet.',
  unmatched: 'No preset is chosen for the product. Add it to the shop, then replay the call.',
}
