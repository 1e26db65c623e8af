import type { Migration } from '../dialect.ts'

/**
 * Shops that tell of orders, the orders, and the licenses that were made for them. A license whose order was refunded
 * or is disputed is stored as inactive, and what its switch says beside it, as a held one is: an older server lets
 * nobody in with it either.
 */
export const shops: Migration = {
  name: '0036-shops',
  readableFrom: '0034-readable-steps',
  statements: ({ id, int, end }) => [
    'ALTER TABLE licenses ADD COLUMN order_hold TEXT',
    `ALTER TABLE licenses ADD COLUMN active_after_order ${int}`,
    `CREATE TABLE shops (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      name TEXT NOT NULL,
      path_lookup TEXT NOT NULL,
      path_sealed TEXT NOT NULL,
      secret_sealed TEXT,
      previous_secret_sealed TEXT,
      previous_secret_ends_at ${int},
      on_refund TEXT NOT NULL,
      on_dispute TEXT NOT NULL,
      created_at ${int} NOT NULL,
      last_call_at ${int},
      deleted_at ${int}
    )${end}`,
    'CREATE INDEX shops_application ON shops(application_id, id)',
    'CREATE UNIQUE INDEX shops_path ON shops(path_lookup)',
    `CREATE TABLE shop_products (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      shop_id ${int} NOT NULL REFERENCES shops(id) ON DELETE CASCADE,
      product_ref TEXT NOT NULL,
      preset_id ${int} NOT NULL REFERENCES license_presets(id) ON DELETE CASCADE,
      quantity_as TEXT NOT NULL,
      key_from TEXT NOT NULL
    )${end}`,
    'CREATE UNIQUE INDEX shop_products_ref ON shop_products(application_id, shop_id, product_ref)',
    'CREATE INDEX shop_products_shop ON shop_products(shop_id)',
    'CREATE INDEX shop_products_preset ON shop_products(preset_id)',
    `CREATE TABLE orders (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      shop_id ${int} NOT NULL REFERENCES shops(id) ON DELETE CASCADE,
      order_ref TEXT NOT NULL,
      item_ref TEXT NOT NULL,
      rank ${int} NOT NULL,
      status TEXT NOT NULL,
      product_ref TEXT,
      quantity ${int} NOT NULL,
      license_ids TEXT NOT NULL,
      email TEXT,
      email_key TEXT,
      subscription_ref TEXT,
      period_end ${int},
      is_test ${int} NOT NULL,
      is_partly_refunded ${int} NOT NULL,
      sold_at ${int},
      created_at ${int} NOT NULL
    )${end}`,
    'CREATE UNIQUE INDEX orders_item ON orders(application_id, shop_id, order_ref, item_ref)',
    'CREATE INDEX orders_newest ON orders(application_id, id)',
    'CREATE INDEX orders_status ON orders(application_id, status, id)',
    'CREATE INDEX orders_ref ON orders(application_id, order_ref, id)',
    'CREATE INDEX orders_email ON orders(application_id, email_key, id) WHERE email_key IS NOT NULL',
    `CREATE INDEX orders_subscription ON orders(application_id, subscription_ref, id)
      WHERE subscription_ref IS NOT NULL`,
    'CREATE INDEX orders_shop ON orders(shop_id)',
    `CREATE TABLE subscription_periods (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      shop_id ${int} NOT NULL REFERENCES shops(id) ON DELETE CASCADE,
      subscription_ref TEXT NOT NULL,
      kind TEXT NOT NULL,
      starts_at ${int},
      ends_at ${int} NOT NULL
    )${end}`,
    `CREATE UNIQUE INDEX subscription_periods_end
      ON subscription_periods(application_id, shop_id, subscription_ref, kind, ends_at)`,
    'CREATE INDEX subscription_periods_shop ON subscription_periods(shop_id)',
    `CREATE TABLE shop_calls (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      shop_id ${int} NOT NULL REFERENCES shops(id) ON DELETE CASCADE,
      event_ref TEXT NOT NULL,
      event TEXT NOT NULL,
      outcome TEXT NOT NULL,
      order_ref TEXT,
      ms ${int} NOT NULL,
      body_sealed TEXT NOT NULL,
      created_at ${int} NOT NULL,
      replayed_at ${int}
    )${end}`,
    'CREATE INDEX shop_calls_shop ON shop_calls(shop_id, id)',
    'CREATE INDEX shop_calls_application ON shop_calls(application_id)',
    'CREATE INDEX shop_calls_age ON shop_calls(created_at)',
  ],
}
