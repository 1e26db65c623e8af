import type { Period } from '../../store/selling/subscriptions.ts'

/** One paid item of an order. */
export interface Sale {
  readonly type: 'paid'
  readonly order: string
  /** '': the order has one item. */
  readonly item: string
  /** What the shop calls the product; the first that is mapped counts. */
  readonly products: readonly string[]
  readonly quantity: number
  readonly email: string | null
  readonly subscription: string | null
  /** The period that the sale pays for. */
  readonly period: Period | null
  /** A license key that the shop made. */
  readonly key: string | null
  readonly isTest: boolean
}

/** A refund, a dispute or its end. */
export interface Reversal {
  readonly type: 'refunded' | 'disputed' | 'dispute_won'
  /** The references that the order may have; the first one if none is known. */
  readonly orders: readonly [string, ...string[]]
  /** '': the whole order. */
  readonly item: string
  /** A refund of a part, which only is noted. */
  readonly isPartial: boolean
}

/** A paid period of a subscription. */
export interface Renewal {
  readonly type: 'renewed'
  readonly subscription: string
  readonly period: Period
  /** The item that the subscription belongs to, where only this event tells. */
  readonly of: { readonly order: string; readonly item: string } | null
}

/** The end of a subscription. */
export interface End {
  readonly type: 'ended'
  readonly subscription: string
  readonly at: Date
}

/** What a call of a shop tells, in our words. */
export type ShopEvent = Sale | Reversal | Renewal | End

/** A call that was read. */
export interface ShopMessage {
  /** The shop's id of the event; '': it sends none. */
  readonly eventRef: string
  /** The shop's name of the event. */
  readonly event: string
  /** Nothing: an event that changes no license. */
  readonly events: readonly ShopEvent[]
  /** How a sale is answered: with its keys, as JSON or as text where that is wanted, or as text always. */
  readonly delivery: 'none' | 'by-accept' | 'text'
}

/** The body is none that this shop sends. The text says what is wrong, without its contents. */
export class UnreadableCall extends Error {
  override readonly name = 'UnreadableCall'
  /** The field that is missing. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

/** A call as it came in. */
export interface SignedCall {
  /** One value per name. */
  readonly header: (name: string) => string | undefined
  readonly body: Buffer
  /** The secrets that are valid now. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/** A shop's adapter. Both functions are pure. */
export interface ShopAdapter {
  /** Whether one of the secrets signed these bytes, not too long ago. Compares in constant time. */
  verify(call: SignedCall): boolean
  /**
   * Reads a verified body.
   * @throws UnreadableCall
   */
  read(body: string, header: SignedCall['header']): ShopMessage
}
