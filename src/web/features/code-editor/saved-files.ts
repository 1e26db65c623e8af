import type { SystemFile } from './system-files.ts'

interface SavedFile {
  readonly content: string
  readonly modifiedAt: string
}

const keyOf = (id: SystemFile['id']) => `code-editor:${id}`

/** What this browser keeps of a file; nothing is sent anywhere. */
export function savedFile(id: SystemFile['id']): SavedFile | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null')
    return isSavedFile(saved) ? saved : undefined
  } catch {
    return undefined
  }
}

/** @throws when the browser keeps nothing: storage is blocked or full */
export function saveFileHere(id: SystemFile['id'], file: SavedFile): void {
  localStorage.setItem(keyOf(id), JSON.stringify(file))
}

function isSavedFile(value: unknown): value is SavedFile {
  const { content, modifiedAt }: { content?: unknown; modifiedAt?: unknown } = value ?? {}
  return typeof content === 'string' && typeof modifiedAt === 'string' && !Number.isNaN(Date.parse(modifiedAt))
}
