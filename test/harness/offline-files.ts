import { expect } from 'vitest'
import { offlineRequest } from './offline-request.ts'
import type { Person, World } from './world.ts'

export interface MadeFile {
  readonly id: number
  readonly file: string
  readonly expiresAt: string
  readonly code?: string
  readonly reason?: string
  readonly fields?: Readonly<Record<string, string>>
}

interface ListedFile {
  readonly id: number
  readonly userId: number
  readonly licenseId: number | null
  readonly hwid: string
  readonly expiresAt: string
  readonly createdBy: string
  readonly withdrawnAt: string | null
}

interface Devices {
  readonly devices: readonly {
    readonly hwid: string
    readonly lastIp: string | null
    readonly offlineUntil: string | null
  }[]
}

interface Wanted {
  readonly user?: string
  readonly key?: string
  readonly hwid?: string
  readonly pins?: readonly string[]
  readonly nonce?: string
}

/** The public keys of an application, newest first. */
export async function pinsOf(of: World): Promise<readonly string[]> {
  await of.dashboard('GET', `${of.base}/signing-keys`)
  return (await of.stores.signingKeys.list(of.applicationId)).map(({ publicKey }) => publicKey)
}

/** What a program of the application asks with. */
export const requestOf = async (of: World, wanted: Wanted): Promise<string> =>
  offlineRequest({ pins: await pinsOf(of), hwid: 'PC-1', ...wanted })

export const askForFile = (of: World, body: object) =>
  of.maker.api<MadeFile>('POST', `${of.base}/offline-licenses`, body)

/** Status, code and reason of a refusal. */
export async function refusalOf(of: World, body: object) {
  const { status, body: said } = await askForFile(of, body)
  return [status, said.code, said.reason ?? said.fields?.request ?? said.fields?.userId]
}

export async function makeFile(of: World, who: Person, more: { hwid?: string; days?: number } = {}): Promise<MadeFile> {
  const { days, ...asked } = more
  const request = await requestOf(of, { user: who.username, ...asked })
  const answer = await askForFile(of, { request, userId: who.id, days })
  expect(answer.text).toContain('BEGIN KEYWRIGHT OFFLINE LICENSE')
  return answer.body
}

export const listFiles = (of: World, query = '') =>
  of.dashboard<ListedFile[]>('GET', `${of.base}/offline-licenses${query}`)

/** Header, claims and signature. */
export const partsOf = ({ file }: Pick<MadeFile, 'file'>): readonly string[] =>
  file.split('\n').slice(1, -2).join('').split('.')

export const devicesOf = (of: World, { id }: { readonly id: number }) =>
  of.dashboard<Devices>('GET', `${of.base}/users/${id}/devices`)
