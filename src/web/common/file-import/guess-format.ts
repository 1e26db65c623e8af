import type { ImportOptions } from './use-import.ts'

const readBytes = 4096

/** The format that a file most likely has, by its name and how it begins. */
export async function guessFormat(file: File, kind: ImportOptions['kind']): Promise<ImportOptions['format']> {
  if (!/\.(json|txt)$/i.test(file.name)) return 'csv'
  if (kind === 'users') return 'keyauth'
  const start = await file.slice(0, readBytes).text()
  if (/^\s*[[{]/.test(start)) return /"(attributes|jsonapi|data)"\s*:/.test(start) ? 'keygen' : 'keyauth'
  return /[,|]/.test(start) ? 'keyauth' : 'list'
}
