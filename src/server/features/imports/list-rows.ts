import { decodeUtf8, type FileRow } from './import-file.ts'

/** License keys, one per line; blank lines are passed over. */
export async function* listRows(file: Buffer): AsyncGenerator<FileRow> {
  let line = 0
  let rest = ''
  for (const chunk of [...decodeUtf8(file), '\n']) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      line += 1
      if (text.trim() !== '') yield { line, fields: { license_key: text.trim() } }
    }
  }
}
