import { expect, it } from 'vitest'
import { postgresDialect } from './dialect.ts'
import { stepsFor } from './migrate.ts'
import { planSteps } from './migration-plan.ts'
import { migrations } from './migrations/index.ts'

const current = {
  rows: new Map([
    ['users', 500],
    ['orders', 20],
    ['accounts', 3],
  ]),
  indexed: new Map([['users_name', 'users']]),
}
const plan = (readableFrom: string | undefined, ...statements: string[]) => {
  const step = { name: '9001-step', ...(readableFrom !== undefined && { readableFrom }), statements: () => statements }
  const [planned] = planSteps(stepsFor(postgresDialect, [step]), current)
  return planned
}
const table = (name: string, rows: number, work: string, waiting: string) => ({ table: name, rows, work, waiting })

it('a step that only adds tables touches no row, and says which servers go on', () => {
  const made = ['CREATE TABLE things (id BIGINT PRIMARY KEY)', 'CREATE INDEX things_id ON things(id)']
  expect(plan('9000-before', ...made, 'INSERT INTO things SELECT 1')).toEqual({
    ...{ name: '9001-step', kind: 'expand', readableFrom: '9000-before', tables: [] },
  })
  expect(plan(undefined, ...made)).toMatchObject({ kind: 'contract', readableFrom: null })
})

it('each statement is told by the rows that it touches and by who waits for its lock', () => {
  const tablesOf = (...statements: string[]) => plan('9000-before', ...statements)?.tables
  expect(tablesOf('ALTER TABLE users ADD COLUMN age BIGINT')).toEqual([table('users', 0, 'none', 'all')])
  expect(tablesOf('DROP INDEX users_name')).toEqual([table('users', 0, 'none', 'all')])
  expect(tablesOf('DROP TABLE orders')).toEqual([table('orders', 0, 'none', 'all')])
  expect(tablesOf('CREATE UNIQUE INDEX users_age ON users(age)')).toEqual([table('users', 500, 'read', 'changes')])
  expect(tablesOf('UPDATE users SET age = 1 WHERE age IS NULL')).toEqual([table('users', 500, 'change', 'nobody')])
  expect(tablesOf('DELETE FROM orders')).toEqual([table('orders', 20, 'change', 'nobody')])
  expect(tablesOf('CREATE TABLE t (a BIGINT REFERENCES accounts(id))')).toEqual([
    table('accounts', 0, 'none', 'changes'),
  ])
  expect(tablesOf('CREATE TRIGGER t AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION f()')).toEqual([
    table('users', 0, 'none', 'changes'),
  ])
  expect(tablesOf('INSERT INTO orders SELECT u.id FROM users u JOIN accounts a ON a.id = u.id')).toEqual([
    table('accounts', 3, 'read', 'nobody'),
    table('orders', 20, 'change', 'nobody'),
    table('users', 500, 'read', 'nobody'),
  ])
  expect(tablesOf('LOCK TABLE users, orders IN SHARE ROW EXCLUSIVE MODE')).toEqual([
    table('orders', 0, 'none', 'changes'),
    table('users', 0, 'none', 'changes'),
  ])
})

it('of several statements the one counts that most wait for, and of the work the most', () => {
  const statements = [
    'CREATE INDEX a ON users(age)',
    'ALTER TABLE users ADD COLUMN age BIGINT',
    'UPDATE users SET age = 1',
  ]
  expect(plan('9000-before', ...statements)?.tables).toEqual([table('users', 500, 'change', 'all')])
})

it('the statements of every shipped step begin with words that the plan knows, or touch no table', () => {
  const known =
    /^(ALTER TABLE|DROP (TABLE|INDEX|TRIGGER|FUNCTION|VIEW)|CREATE (OR REPLACE )?(UNIQUE INDEX|INDEX|TRIGGER|TABLE|FUNCTION|VIEW)|LOCK TABLE|UPDATE|DELETE FROM|INSERT INTO|WITH|SELECT|DO|ANALYZE)\b/
  const statements = stepsFor(postgresDialect, migrations).flatMap((step) => step.statements)
  expect(statements.filter((statement) => !known.test(statement.trim()))).toEqual([])
})
