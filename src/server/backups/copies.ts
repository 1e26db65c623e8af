import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CopyFacts } from '../db/open.ts'

/** What is written beside a copy. Only a copy with a manifest counts as one: it is written last. */
export interface Manifest extends CopyFacts {
  readonly createdAt: Date
  readonly bytes: number
}

const StoredManifest = z.object({
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
  bytes: z.int(),
  masterKeyId: z.string(),
  schema: z.string(),
  rows: z.record(z.string(), z.int()),
})

/** A copy in a place where copies are kept. */
export interface Copy {
  readonly name: string
  readonly createdAt: Date
  readonly bytes: number
}

const named = /^keywright-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db$/

/** Names sort by time, and hold no character that a file system or a bucket refuses. */
export const copyName = (at: Date) => `keywright-${at.toISOString().replaceAll(/[:.]/g, '-')}.db`

/** When the copy was made, by its name; undefined for names that are none. */
export function madeAt(name: string): Date | undefined {
  const found = named.exec(name)
  return found ? new Date(`${found[1]}:${found[2]}:${found[3]}.${found[4]}`) : undefined
}

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

const manifestOf = (name: string) => `${name}.json`

export function manifestText(manifest: Manifest): string {
  return JSON.stringify(manifest)
}

/** Undefined for text that is no manifest. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return StoredManifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Marks the name as one whose copy is being made, for who cleans up after a kill. */
export function beginCopy(folder: string, name: string): void {
  closeSync(openSync(join(folder, `${manifestOf(name)}.partial`), 'w', 0o600))
}

/** Makes the copy of this name count: its manifest is written, synced and renamed. */
export function writeManifest(folder: string, name: string, manifest: Manifest): void {
  const file = join(folder, manifestOf(name))
  const handle = openSync(`${file}.partial`, 'w', 0o600)
  writeSync(handle, manifestText(manifest))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.partial`, file)
}

export async function readManifest(folder: string, name: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestOf(name)), 'utf8').catch(() => '')
  return parseManifest(text)
}

/** The copies of a folder that are whole, newest first. Files of other names and ages are none of ours. */
export async function listCopies(folder: string): Promise<Copy[]> {
  const names = await readdir(folder).catch(() => [])
  const present = new Set(names)
  const found = names
    .filter((name) => madeAt(name) && present.has(manifestOf(name)))
    .map(async (name): Promise<Copy | undefined> => {
      const [manifest, file] = await Promise.all([
        readManifest(folder, name),
        stat(join(folder, name)).catch(() => undefined),
      ])
      if (!manifest || file?.size !== manifest.bytes) return undefined
      return { name, createdAt: manifest.createdAt, bytes: manifest.bytes }
    })
  const copies = (await Promise.all(found)).filter((copy) => copy !== undefined)
  return copies.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

/** The manifest goes first: what is left after a kill counts as no copy. */
export async function removeCopy(folder: string, name: string): Promise<void> {
  await rm(join(folder, manifestOf(name)), { force: true })
  await rm(join(folder, name), { force: true })
}

/** Makes the folder where there is none, and removes what killed runs left. Only for who holds the lock of backups. */
export async function tidyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const present = new Set(names)
  for (const name of names) {
    const isUnfinished = madeAt(name) !== undefined && present.has(`${manifestOf(name)}.partial`)
    if (isUnfinished || isLeftover(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const isLeftover = (name: string) =>
  /^(rehearsal|upload)-/.test(name) ||
  (/\.partial(-journal)?$/.test(name) && madeAt(name.replace(/(\.json)?\.partial(-journal)?$/, '')) !== undefined)
