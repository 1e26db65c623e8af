import type { ShopCallOutcome, ShopProviderId } from '../../shared/shops.ts'
import { formatCount } from '../ui/text/format.ts'

export const title = 'Shops'
export const description = 'Where you sell. A shop reports each order, and the buyer gets a license key.'
export const connect = 'Connect Shop'
export const none = 'No shop connected'
export const noneText = 'Connect where you sell: paid orders make license keys, refunds stop them.'
export const connectTitle = 'Connect Shop'
export const connecting = 'Connecting...'
export const connected = 'Shop connected'
export const failed = 'Failed to save shop'
export const shop = 'Shop'
export const name = 'Name'
export const nameMissing = 'Enter a name.'
export const nameHint = 'Only you see it.'
export const firstProduct = 'Product (Optional)'
export const firstProductHint = 'What the shop calls it. Add others later.'
export const firstPreset = 'Its preset'
export const addressTitle = 'Address and Secret'
export const address = 'Address'
export const addressOf = (shopName: string) => `address of ${shopName}`
export const secret = 'Signing Secret'
export const secretOf = (shopName: string) => `signing secret of ${shopName}`
export const secretOnce = "Copy the secret now. It isn't shown again."
export const chooseProducts = 'Choose Products'
export const close = 'Done'
export const products = 'Products'
export const productsTitle = 'Products'
export const productsText = 'Which preset a product of the shop is. Orders of other products wait here without a key.'
export const product = (place: number) => `Product ${place}`
export const presetOf = (place: number) => `Preset of product ${place}`
export const quantityOf = (place: number) => `Quantity of product ${place}`
export const keyOf = (place: number) => `Key of product ${place}`
export const removeProduct = (place: number) => `Remove product ${place}`
export const addProduct = 'Add Product'
export const productMissing = 'Enter what the shop calls the product.'
export const productTwice = 'This product is listed twice.'
export const noPreset = 'Make a preset first: a product needs one.'
export const quantities = [
  { value: 'keys', label: 'A key for each' },
  { value: 'seats', label: 'Seats of one key' },
] as const
export const keys = [
  { value: 'ours', label: 'A new key' },
  { value: 'mail', label: 'A new key, by email' },
  { value: 'shop', label: "The shop's key" },
] as const
export const save = 'Save Changes'
export const saving = 'Saving...'
export const saved = 'Shop updated'
export const actionsFor = (shopName: string) => `Actions for ${shopName}`
export const calls = 'Calls'
export const callsOf = (shopName: string) => `Calls of ${shopName}`
export const callsText = 'Calls with a valid signature, the newest first. Kept for 14 days.'
export const noCalls = 'No calls yet. Send a test event from the shop.'
export const noEvent = 'Unnamed'
export const ms = (count: number) => `${count} ms`
export const replay = 'Replay'
export const replayOf = (event: string) => `Replay ${event}`
export const replayed = 'Call replayed'
export const replayFailed = 'Failed to replay'
export const showAddress = 'Show address'
export const newSecret = 'New secret…'
export const enterSecret = 'Enter secret…'
export const secretTitle = 'Signing Secret'
export const newSecretText = 'Makes a new secret. The old one works for another 24 hours.'
export const makeSecret = 'Make Secret'
export const pastedText = 'Copy it from the shop. The one before works for another 24 hours.'
export const secretSaved = 'Secret saved'
export const secretMissing = 'Paste the secret: at least 8 characters.'
export const saveSecret = 'Save Secret'
export const later = 'Later'
export const sellerId = 'Seller ID'
export const settings = 'Settings…'
export const settingsTitle = 'Shop Settings'
export const onRefund = 'After a refund'
export const onDispute = 'While a payment is disputed'
export const orderPage = 'Buyers see their keys in the portal'
export const orderPageHint =
  'For 24 hours, at the portal’s address with /order?ref= and the order ID. Only for order IDs that hold 20 random characters.'
export const reversals = [
  { value: 'act', label: 'Keys stop working' },
  { value: 'keep', label: 'Keys go on working' },
] as const
export const disconnect = 'Disconnect'
export const disconnectTitle = 'Disconnect Shop'
export const disconnectText = (shopName: string) =>
  `Calls of ${shopName} are refused from now on. Its orders and their license keys stay.`
export const disconnecting = 'Disconnecting...'
export const disconnected = 'Shop disconnected'
export const noSecret = 'No secret yet'
export const noProducts = 'No products'
export const lastCall = 'Last call'
export const noCallYet = 'none yet'
export const countProducts = (count: number) => formatCount(count, 'product')
export const unmatched = (count: number) =>
  `${count >= 100 ? 'At least 100 orders have' : count === 1 ? '1 order has' : `${count} orders have`} no preset. Add the product to its shop, then replay the call.`

export const outcomes: Readonly<Record<ShopCallOutcome, string>> = {
  paid: 'Keys made',
  repeated: 'Known already',
  waiting: "Waits for the shop's key",
  unmatched: 'No preset',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
  dispute_won: 'Dispute won',
  renewed: 'Renewed',
  ended: 'Subscription ended',
  ignored: 'Changes nothing',
  unreadable: 'Unreadable',
}

/** What to do in the shop, and what could not be tested with it. */
export const steps: Readonly<Record<ShopProviderId, readonly string[]>> = {
  stripe: [
    'In Stripe, open Developers, Webhooks and add an endpoint with this address.',
    'Choose checkout.session.completed, checkout.session.async_payment_succeeded, invoice.paid, charge.refunded, charge.dispute.created, charge.dispute.closed and customer.subscription.deleted.',
    'Copy the signing secret (whsec_…) and enter it here.',
    'The product is the ID of a payment link (plink_…), or metadata keywright_product of the checkout.',
    'Not tested with a live account. Stripe may not tell which invoice a refund is for: then cancel the subscription as well.',
  ],
  paddle: [
    'In Paddle, open Developer tools, Notifications and add a destination with this address.',
    'Choose transaction.completed, subscription.canceled, adjustment.created and adjustment.updated.',
    'Copy the secret key (pdl_ntfset_…) and enter it here.',
    'The product is the ID of a price (pri_…). Paddle sends no email address unless custom_data.email has it.',
    'Not tested with a live account.',
  ],
  lemonsqueezy: [
    'In Lemon Squeezy, open Settings, Webhooks and add this address with the signing secret from here.',
    "Choose order_created, order_refunded, subscription_created, subscription_updated and subscription_expired. For Lemon Squeezy's own keys also license_key_created.",
    'The product is the ID of a variant, or of the product.',
    'Not tested with a live account. Disputes are not sent.',
  ],
  gumroad: [
    'In Gumroad, open Settings, Advanced and enter this address as Ping endpoint.',
    'Gumroad signs nothing: keep the address secret. Enter your seller ID here; calls that name another are refused.',
    'The product is the short ID at the end of its address.',
    'For refunds and disputes add resource subscriptions for them through its API. Not tested with a live account.',
  ],
  sellauth: [
    'In SellAuth, choose Dynamic as deliverable of the variant and enter this address.',
    'Copy the webhook secret of the shop and enter it here.',
    'The product is the ID of the variant, or of the product. The buyer sees the keys immediately, one per line.',
    'Not tested with a live account. Whether SellAuth signs the very bytes that it sends could not be verified. Refunds and disputes are not sent: stop such keys by hand.',
  ],
  sellapp: [
    'In Sell.app, choose Dynamic as deliverable of the variant and enter this address.',
    'Copy the webhook secret from the developer settings of the store and enter it here.',
    'The product is the ID of the variant, or of the product. The buyer sees the keys immediately, one per line.',
    'For disputes add a webhook for order.disputed with this address. Refunds are not sent: stop such keys by hand.',
    "Not tested with a live account. Sell.app's test calls are not signed, so they are refused. Whether disputes are signed, and the name of the variant's ID, could not be verified: an order with No preset shows the ID.",
  ],
  generic: [
    'Send each event as JSON by POST to this address, signed as Standard Webhooks are.',
    'The answer to order.paid has the keys: as JSON, or one per line where Accept asks for text/plain.',
  ],
  api: ['Send each event to POST /api/applications/{id}/orders with a token that may change orders.'],
}
