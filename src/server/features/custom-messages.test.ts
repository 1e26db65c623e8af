import { describe, expect, it } from 'vitest'
import { useSeededApp } from '../../../test/harness/use-suite.ts'
import { messageDefaults } from '../../shared/messages.ts'

describe('custom messages of an account', () => {
  const test = useSeededApp()
  const path = '/api/custom-messages'
  const failedLogin = async () =>
    (await test.client('login', { username: 'nobody', password: 'x', hwid: 'PC-1' })).body.message

  it('are the defaults while nothing is set', async () => {
    expect((await test.maker.api('GET', path)).body).toEqual(messageDefaults)
  })

  it('go out with the very next answer once they are set, and the defaults again after a reset', async () => {
    expect(await failedLogin()).toBe(messageDefaults.loginFailed)
    const texts = { ...messageDefaults, loginFailed: 'No such login.\nTry again.' }
    expect((await test.maker.api('PUT', path, texts)).body).toEqual(texts)
    expect((await test.maker.api('GET', path)).body).toEqual(texts)
    expect(await failedLogin()).toBe(texts.loginFailed)
    expect((await test.maker.api('POST', `${path}/reset`)).body).toEqual(messageDefaults)
    expect((await test.maker.api('GET', path)).body).toEqual(messageDefaults)
    expect(await failedLogin()).toBe(messageDefaults.loginFailed)
  })

  it('inherit the default again when blank, and follow it when sent back unchanged', async () => {
    const texts = { ...messageDefaults, loginFailed: 'Own text', hwidMismatch: '  ' }
    await test.maker.api('PUT', path, texts)
    expect((await test.maker.api('GET', path)).body).toEqual({ ...messageDefaults, loginFailed: 'Own text' })
    const stored = await test.stores.customMessages.find(test.maker.id)
    expect(Object.values(stored).filter((text) => text !== null)).toEqual(['Own text'])
    await test.maker.api('PUT', path, { ...messageDefaults, loginFailed: '' })
    expect(await failedLogin()).toBe(messageDefaults.loginFailed)
  })

  it('stand behind the text of the application', async () => {
    await test.maker.api('PUT', path, { ...messageDefaults, loginFailed: 'From the account' })
    await test.maker.api('PATCH', test.base, { loginFailedMessage: 'From the application' })
    expect(await failedLogin()).toBe('From the application')
    await test.maker.api('PATCH', test.base, { loginFailedMessage: null })
    expect(await failedLogin()).toBe('From the account')
  })

  it('belong to one account alone', async () => {
    const other = await test.account('owner')
    await test.maker.api('PUT', path, { ...messageDefaults, loginSuccess: 'Mine' })
    expect((await other.api('GET', path)).body).toEqual(messageDefaults)
  })

  it('are for an application those of its owner, whoever looks, and nothing to a stranger', async () => {
    await test.maker.api('PUT', path, { ...messageDefaults, loginSuccess: 'From the owner' })
    const ofApplication = `${path}?applicationId=${test.applicationId}`
    for (const account of [test.maker, await test.account('staff')]) {
      expect((await account.api('GET', ofApplication)).body).toMatchObject({ loginSuccess: 'From the owner' })
    }
    const stranger = await test.account()
    expect((await stranger.api('GET', ofApplication)).body).toMatchObject({ code: 'application_not_found' })
  })

  it('are changed alone where one alone is sent: the others stay, whoever wrote them', async () => {
    await test.maker.api('PUT', path, { ...messageDefaults, accountExpired: 'From another tab' })
    const texts = { ...messageDefaults, accountExpired: 'From another tab', loginFailed: 'No such login.' }
    expect((await test.maker.api('PUT', path, { loginFailed: 'No such login.' })).body).toEqual(texts)
    expect((await test.maker.api('PUT', path, {})).body).toEqual(texts)
    expect((await test.maker.api('GET', path)).body).toEqual(texts)
  })

  it('are these six and no others, and fit a screen', async () => {
    const { loginSuccess } = messageDefaults
    const seven = { ...messageDefaults, role: 'owner' }
    expect((await test.maker.api('PUT', path, seven)).body).toMatchObject({ fields: { role: expect.any(String) } })
    const long = { ...messageDefaults, loginSuccess: loginSuccess.repeat(30) }
    expect((await test.maker.api('PUT', path, long)).status).toBe(400)
    expect((await test.call('GET', path)).status).toBe(401)
  })
})
