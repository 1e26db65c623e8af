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
import { mutatedJson } from './mutated-json.ts'
import { startProgram } from './program.ts'

const run = promisify(execFile)
const driver = fileURLToPath(new URL('drivers/json.cpp', import.meta.url))
const { missing } = languageOf('cpp')
const lack = missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''

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

    const running = startProgram([program], { folder: dataDir })
    running.type(...mutatedJson(40_000).map((text) => text.toString('base64')))
    running.closeInput()
    expect(await running.exitCode).toBe(0)
    expect(running.output()).toMatch(/^40000 \d+\n$/)
    expect(Number(running.output().split(' ')[1]), 'texts that are JSON').toBeGreaterThan(1000)
  },
  300_000,
)
