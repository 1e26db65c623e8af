import type { ColumnType, Generated } from 'kysely'

/** A nullable column that most inserts leave out. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A column with a default that is usually left out of an insert. */
type Counted = ColumnType<number, number | undefined, number>

/** Settings of an application's portal. */
export interface PortalColumns {
  portal_enabled: Counted
  /** In the address of the portal; of all applications unique. */
  portal_slug: Later<string>
  portal_name: Later<string>
  portal_color: Later<string>
  portal_support_url: Later<string>
  portal_welcome: Later<string>
  portal_key_only: ColumnType<string, string | undefined, string>
  device_release_days: Counted
}

/** What an event of the group Selling is about. */
export interface SoldReferences {
  order_id: Later<number>
  license_id: Later<number>
}

/** Rows of what is sold beside the licenses themselves; see `tables.ts`. */
export interface SellingTables {
  /** Which user redeemed which license key. */
  redemptions: {
    id: Generated<number>
    application_id: number
    license_id: number
    user_id: number
    /** The user's license before; null: none. */
    previous_license_id: number | null
    added_ms: number
    /** When the user's access ended after it. */
    ends_at: number
    created_at: number
  }
  license_presets: {
    id: Generated<number>
    application_id: number
    name: string
    name_key: string
    max_users: number
    validity_days: number
    validity_start: string
    max_devices: number | null
    max_sessions: number | null
    grace_days: ColumnType<number | null, number | null | undefined, number | null>
    mask: string | null
    features: string | null
    created_at: number
    archived_at: ColumnType<number | null, number | null | undefined, number | null>
  }
  /** Shops that tell of orders. A deleted one keeps its row for the sake of its orders, without secret. */
  shops: {
    id: Generated<number>
    application_id: number
    provider: string
    name: string
    /** Hash of the random part of its address, and that part itself. */
    path_lookup: string
    path_sealed: string
    /** null: none yet. For Gumroad, which signs nothing, the ID of the seller that its calls name. */
    secret_sealed: string | null
    previous_secret_sealed: Later<string>
    previous_secret_ends_at: Later<number>
    on_refund: string
    on_dispute: string
    /** Buyers see their keys in the portal by the order's reference. */
    has_order_page: Counted
    created_at: number
    last_call_at: Later<number>
    deleted_at: Later<number>
  }
  /** Which preset a product of a shop is. */
  shop_products: {
    id: Generated<number>
    application_id: number
    shop_id: number
    product_ref: string
    preset_id: number
    quantity_as: string
    key_from: string
  }
  /** Items of orders. The item '' stands for a whole order. */
  orders: {
    id: Generated<number>
    application_id: number
    shop_id: number
    order_ref: string
    item_ref: string
    /** 0 unknown, 1 paid, 2 disputed, 3 dispute won, 4 refunded; it only rises. */
    rank: number
    status: string
    product_ref: string | null
    quantity: number
    /** JSON. */
    license_ids: string
    email: string | null
    email_key: string | null
    subscription_ref: string | null
    period_end: number | null
    is_test: number
    is_partly_refunded: number
    /** When it was delivered; null: not yet. */
    sold_at: number | null
    created_at: number
  }
  /** What is known of a subscription: the periods that were paid, and when it was ended. */
  subscription_periods: {
    id: Generated<number>
    application_id: number
    shop_id: number
    subscription_ref: string
    /** `period` or `end`. */
    kind: string
    /** null: where the period before ends. */
    starts_at: number | null
    ends_at: number
  }
  /** Calls of shops with a valid signature. */
  shop_calls: {
    id: Generated<number>
    application_id: number
    shop_id: number
    event_ref: string
    event: string
    outcome: string
    order_ref: string | null
    ms: number
    body_sealed: string
    created_at: number
    replayed_at: Later<number>
  }
  /** Mail to customers: what waits, and what came of the rest. */
  mails: {
    id: Generated<number>
    /** null: the server's own. */
    application_id: number | null
    kind: string
    state: string
    recipient_lookup: string
    recipient_sealed: string
    /** Subject and text; null: done. */
    content_sealed: string | null
    attempts: number
    /** When it counts for its recipient: it may be sent from then on. */
    planned_at: number
    /** When it is tried next; null: done. */
    next_at: number | null
    /** It is of no use afterwards. */
    expires_at: number | null
    /** Why the last attempt failed. */
    error: Later<string>
    created_at: number
    /** When it was sent or given up. */
    settled_at: Later<number>
  }
  /** Files for computers that never reach the server. */
  offline_licenses: {
    id: Generated<number>
    application_id: number
    user_id: number
    license_id: number | null
    /** ID of the signed file. */
    jti: string
    /** From the request: it is answered once. */
    nonce: string
    /** Hash of all that was asked for: the same again gets the same file. */
    asked_hash: string
    hwid: string
    file: string
    created_at: number
    created_by: string
    expires_at: number
    withdrawn_at: Later<number>
  }
  /** How an application sends, and how many of its mails were refused. */
  mail_senders: {
    application_id: number
    from_name: string | null
    reply_to: string | null
    smtp_sealed: string | null
    refused: number
    refused_at: number | null
    refused_reason: string | null
  }
  /** Logos of portals: base64 of the file, and a hash of it. */
  portal_logos: { application_id: number; type: string; content: string; tag: string }
  /** Browsers that are signed in to a portal. */
  portal_sessions: {
    id: Generated<number>
    application_id: number
    /** null: signed in with a license key that nobody has used yet. */
    user_id: number | null
    /** The license whose key was sent; null: signed in with a name. */
    license_id: number | null
    /** `view` or `manage`. */
    access: string
    token_hash: string
    ip_address: string
    user_agent: string
    created_at: number
    last_seen_at: number
    ends_at: number
  }
  /** Codes that were sent by email. A used one is deleted. */
  /** Links with which users set a password, one for each user. */
  user_tokens: {
    id: Generated<number>
    application_id: number
    user_id: number
    token_hash: string
    /** Email address of who made it. */
    made_by: string
    created_at: number
    ends_at: number
  }
  portal_codes: {
    id: Generated<number>
    application_id: number
    kind: string
    user_id: number | null
    license_id: number | null
    /** Where it was sent. */
    email: string
    code_hash: string
    /** How often a wrong one was entered. */
    tries: number
    created_at: number
    ends_at: number
  }
}
