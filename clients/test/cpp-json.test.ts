import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readLibrary } from '../../src/shared/compose-sample.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import manifest from '../manifest.json' with { type: 'json' }
import { languageOf } from './languages.ts'
import { startProgram } from './program.ts'

const run = promisify(execFile)
const driver = fileURLToPath(new URL('drivers/json.cpp', import.meta.url))
const { missing } = languageOf('cpp')
const lack = missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''

const answers = [
  '{"success":true,"user_id":2147483647,"username":"\\ud83d\\ude80 名\\u0000\\/","email":null,"features":{"a":[1,-0,1.5e-3,{}],"b":""}}',
  ' [ 0, -0, 1E+2, 9223372036854775807, -9223372036854775808, 12345678901234567890123, true, false, null, "\\b\\f\\n\\r\\t\\"\\\\" ] ',
  '{"message":"Grüße, “quoted” 🚀","retry":3,"nested":{"deep":[[[[{"x":[]}]]]]},"a":1,"a":2}',
  '"\\ud83d"',
  '"\\udc00"',
  '01',
  '1.',
  '.5',
  '-',
  '[1,]',
  '{"a":1,}',
  '{"a" 1}',
  '1e999',
  'nul',
  '"tab\there"',
  '',
  ' ',
  '[]]',
]
const interesting = Buffer.from(
  '{}[]:,"\\0123456789.eE+-truefalsn ud8\n\t\x1f\x7f\x80\xbf\xc0\xc2\xe0\xed\xf0\xf4\xff',
  'latin1',
)

/** Always the same numbers. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One to three bytes changed, left out or put in. */
function mutated(text: Buffer, next: (below: number) => number): Buffer {
  let bytes: Buffer = text
  for (let left = 1 + next(3); left > 0; left -= 1) {
    const at = next(bytes.length + 1)
    const put = interesting.subarray(next(interesting.length)).subarray(0, next(3))
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + next(3))])
  }
  return bytes
}

test.skipIf(lack !== '')(
  `the JSON reader of the C++ library takes what nlohmann's takes, and nothing else, in 40,000 texts${lack}`,
  async (context) => {
    const folder = await temporaryFolder()
    context.onTestFinished(() => folder.remove())
    const { dataDir } = folder.options
    const cpp = manifest.samples.find(({ id }) => id === 'cpp')
    const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    const library = join(dataDir, 'keywright.hpp')
    await writeFile(library, readLibrary({ id: 'cpp', library: cpp?.library ?? '', parts: cpp?.parts ?? [] }, read))
    const program = join(dataDir, 'json')
    const options = [
      '-std=c++17',
      '-O1',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-fsanitize=undefined',
      '-D_GLIBCXX_ASSERTIONS',
    ]
    await run('g++', [...options, `-DLIBRARY="${library}"`, driver, '-o', program, '-lcurl', '-lcrypto', '-pthread'])

    const next = numbersFrom(7)
    const seeds = answers.map((text) => Buffer.from(text))
    const texts: Buffer[] = [...seeds]
    while (texts.length < 40_000) texts.push(mutated(seeds[next(seeds.length)] ?? Buffer.alloc(0), next))
    const running = startProgram([program], { folder: dataDir })
    running.type(...texts.map((text) => text.toString('base64')))
    running.closeInput()
    expect(await running.exitCode).toBe(0)
    expect(running.output()).toMatch(/^40000 \d+\n$/)
    expect(Number(running.output().split(' ')[1]), 'texts that are JSON').toBeGreaterThan(1000)
  },
  300_000,
)
