import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { languageOf } from './languages.ts'
import { mutatedJson } from './mutated-json.ts'
import { startProgram } from './program.ts'

const run = promisify(execFile)
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { missing } = languageOf('java')
const lack = missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''

/** As Java writes it: a member that is null is left out, and what is no number in JavaScript is larger than any. */
const kept = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.parse(JSON.stringify(value, (_name, member) => member ?? undefined) ?? 'null')
  } catch {
    return '-'
  }
}

const read = (answer: string) => (answer === '-' ? '-' : kept(answer.replaceAll(/(-?)Infinity/g, '$11e999')))

test.skipIf(lack !== '')(
  `the JSON reader of the Java library takes what JavaScript takes, for the same, and nothing else, in 40,000 texts${lack}`,
  async (context) => {
    const folder = await temporaryFolder()
    context.onTestFinished(() => folder.remove())
    const { dataDir } = folder.options
    await run('javac', [
      ...['--release', '11', '-Xlint:all', '-Werror', '-d', dataDir],
      ...[file('../java/Json.java'), file('drivers/JsonDriver.java')],
    ])
    // what is no UTF-8 becomes text before it is read
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const texts = [...mutatedJson(40_000).map((bytes) => bytes.toString()), deep]
    const program = startProgram(['java', '-Xshare:auto', '-cp', dataDir, 'dev.keywright.JsonDriver'], {
      folder: dataDir,
    })
    program.type(...texts.map((text) => Buffer.from(text).toString('base64')))
    program.closeInput()
    expect(await program.exitCode).toBe(0)
    const answers = program.output().split('\n').slice(0, -1)
    expect(answers).toHaveLength(texts.length)
    expect(answers.pop(), 'deeper than any answer').toBe('-')
    const others = answers.flatMap((answer, place) => {
      const wanted = kept(texts[place] ?? '')
      return JSON.stringify(read(answer)) === JSON.stringify(wanted) ? [] : [{ text: texts[place], answer }]
    })
    expect(others).toEqual([])
    expect(answers.filter((answer) => answer !== '-').length, 'texts that are JSON').toBeGreaterThan(1000)
  },
  300_000,
)
