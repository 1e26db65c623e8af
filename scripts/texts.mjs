import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'
import { runScript, UserFacingError } from './run-script.mjs'
import { drawSheet } from './texts/draw-sheet.mjs'

/** Writes all texts of the product, screen by screen, into one file, which a person can read from top to bottom. */
await runScript(async () => {
  const { text, count, files } = drawSheet(root)
  if (count === 0) throw new UserFacingError('No texts were found.')
  const path = join(root, 'dist', 'texts.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`${count} texts of ${files} files: ${path}`)
  return 0
})
