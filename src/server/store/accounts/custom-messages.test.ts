import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'

const none = {
  loginSuccess: null,
  loginFailed: null,
  accountDisabled: null,
  accountExpired: null,
  versionMismatch: null,
  hwidMismatch: null,
}

describeOnBothDatabases('custom messages of an account', (open) => {
  it('keeps what is set, for that account alone; blank inherits, and a reset empties all', async () => {
    const { stores, owner } = testStores(await open())
    const [id, other] = [await owner(), await owner()]
    const update = (texts: object) => stores.transaction((tx) => tx.customMessages.update(id, texts))
    expect(await stores.customMessages.find(id)).toEqual(none)
    await update({ loginSuccess: 'Hi', hwidMismatch: 'Wrong hardware' })
    await update({ loginSuccess: ' \n ' })
    await update({})
    expect(await stores.customMessages.find(id)).toEqual({ ...none, hwidMismatch: 'Wrong hardware' })
    expect(await stores.customMessages.find(other)).toEqual(none)
    await stores.transaction((tx) => tx.customMessages.reset(id))
    expect(await stores.customMessages.find(id)).toEqual(none)
  })
})
