import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languageOf } from './languages.ts'
import { setScene } from './sample-scene.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(languageOf('node'))
})
afterAll(() => stage.close())

const unverified = "Connection error: the server's answer could not be verified."

interface Keys {
  readonly current: { readonly publicKey: string }
  readonly next: { readonly publicKey: string }
}

const strangersKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')

describe.concurrent('the Node.js sample', { timeout: 120_000 }, () => {
  test('goes on after a promotion and stops after the second, for it pins two keys', async (context) => {
    const scene = await setScene(stage, context.onTestFinished, { hasOwnApplication: true })
    const path = `/api/applications/${scene.applicationId}/signing-keys`
    const { current, next } = await scene.dashboard<Keys>('GET', path)
    const program = await scene.start({ values: { PUBLIC_KEY: current.publicKey, NEXT_PUBLIC_KEY: next.publicKey } })
    await scene.dashboard('POST', `${path}/promote`)
    program.logIn(scene.user.username, scene.user.password)
    await program.atMain()
    program.logOut()
    await program.atLogin()
    await scene.dashboard('POST', `${path}/promote`)
    program.logIn(scene.user.username, scene.user.password)
    await program.shows(`${unverified}\n`)
  })

  test.for([
    ['keys of somebody else', strangersKey(), strangersKey()],
    ['a text that is no key', 'no key', ''],
  ])('trusts no server while it pins %s', async ([, first = '', second = ''], context) => {
    const scene = await setScene(stage, context.onTestFinished)
    const program = await scene.start({ values: { PUBLIC_KEY: first, NEXT_PUBLIC_KEY: second } })
    program.logIn(scene.user.username, scene.user.password)
    await program.shows(`${unverified}\n`)
    expect(scene.traffic.seen('verify')).toHaveLength(0)
  })
})
