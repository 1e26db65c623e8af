import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChangelogProblems, sectionsOf } from './changelog.mjs'
import { root } from './run.mjs'

/** Compares the changelog with the version of the program; `npm run check` runs it. */
const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const problems = findChangelogProblems(text, version)
for (const problem of problems) console.log(`CHANGELOG.md: ${problem}`)
console.log(`${sectionsOf(text).length} versions`)
process.exitCode = problems.length === 0 ? 0 : 1
