import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { testStores } from '../../../test/harness/test-stores.ts'

describeOnBothDatabases('the end of a transaction', (open) => {
  it('is told to those that wait for it: committed, or not when its job fails', async () => {
    const { stores } = testStores(await open())
    const ends: [job: string, isCommitted: boolean][] = []
    const job = (name: string, fails = false) =>
      stores.transaction(async (tx) => {
        tx.onTransactionEnd((isCommitted) => ends.push([name, isCommitted]))
        if (fails) throw new Error(name)
        return name
      })
    expect(await job('first')).toBe('first')
    await expect(job('second', true)).rejects.toThrow('second')
    expect(await job('third')).toBe('third')
    expect(ends).toEqual([
      ['first', true],
      ['second', false],
      ['third', true],
    ])
  })

  it('is waited for inside one alone', async () => {
    const { stores } = testStores(await open())
    expect(() => stores.onTransactionEnd(() => undefined)).toThrow('Only a transaction')
  })
})
