import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createStatementCache } from './statement-cache.ts'

describe('the statement cache', () => {
  it('prepares a text once and drops the one that was not used for longest', () => {
    const db = new DatabaseSync(':memory:')
    const prepare = createStatementCache(db, 2)
    const one = prepare('SELECT 1')
    const two = prepare('SELECT 2')
    expect(prepare('SELECT 1')).toBe(one)
    prepare('SELECT 3')
    expect(prepare('SELECT 1')).toBe(one)
    expect(prepare('SELECT 2')).not.toBe(two)
    db.close()
  })

  it('tells statements that return rows from those that do not', () => {
    const db = new DatabaseSync(':memory:')
    const prepare = createStatementCache(db)
    expect(prepare('CREATE TABLE t (a INTEGER)').isReader).toBe(false)
    prepare('CREATE TABLE t (a INTEGER)').statement.run()
    expect(prepare('INSERT INTO t VALUES (1)').isReader).toBe(false)
    expect(prepare('INSERT INTO t VALUES (1) RETURNING a').isReader).toBe(true)
    expect(prepare('SELECT a FROM t').isReader).toBe(true)
    db.close()
  })
})
