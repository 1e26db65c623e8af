import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { renderSample, type SampleValues } from '../../src/shared/render-sample.ts'
import type { Language } from './languages.ts'
import { startProgram } from './program.ts'
import { readVectors } from './signature-vectors.ts'
import type { Stage } from './stage.ts'

interface SharedVectors {
  readonly hwid: readonly { salt: string; machineId: string; hwid: string }[]
  /** null: it names nothing. */
  readonly components: readonly { salt: string; name: string; value: string; component: string | null }[]
  readonly worthlessMachineIds: readonly string[]
  /** What the two files of Linux hold; null: missing, `folder`: no file. Without a `hwid` the fallback is right. */
  readonly machineIdFiles: readonly { name: string; files: readonly (string | null)[]; hwid: string | null }[]
  readonly renderValues: readonly string[]
}
const shared = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8')) as SharedVectors
const { signatures, leases } = readVectors()

const base64 = (value: string | Buffer) => Buffer.from(value).toString('base64')
const keysOf = (names: readonly string[]) => names.map((name) => signatures.keys[name] ?? '').join(',')

const names = ['API_KEY', 'APP_VERSION', 'ORIGIN', 'PUBLIC_KEY', 'NEXT_PUBLIC_KEY', 'HWID_SALT'] as const

/** All hostile values at once in every place; each place ends with another one. */
const { renderValues } = shared
const rotated = (by: number) => [...renderValues.slice(by), ...renderValues.slice(0, by)].join('')
/** For the first program of a stage: nothing but what is shipped stands before it when it is compiled. */
export const hostile: SampleValues = Object.fromEntries(names.map((name, index) => [name, rotated(index)]))

/** Calls the sample's own functions, as a library; one result for each input. */
async function ask(
  { workshop, language, values: own }: Stage,
  questions: readonly string[],
  values: SampleValues = own,
) {
  const { command } = await workshop.build(language, values, { isDriven: true })
  const program = startProgram([...command, 'vectors'], { folder: await workshop.newHome() })
  program.type(...questions)
  program.closeInput()
  const exitCode = await program.exitCode
  const answers = program.output().split('\n').slice(0, -1)
  const lines = questions.flatMap((question) => (question === 'values' ? names : question)).length
  expect({ exitCode, lines: answers.length }, program.output().slice(-2000)).toEqual({ exitCode: 0, lines })
  return answers
}

interface Exchange {
  readonly path: string | Buffer
  readonly nonce: string
  readonly requestBody: string | Buffer
  readonly status: number
  readonly body: string | Buffer
  readonly signatureInput: string | Buffer | null
  readonly signature: string | Buffer | null
}

function signedQuestion(exchange: Exchange, keys: string): string {
  const { path, nonce, requestBody, status, body, signatureInput, signature } = exchange
  const header = (value: string | Buffer | null) => (value === null ? '-' : base64(value))
  const bodies = [base64(requestBody), status, base64(body)]
  return ['signed', keys, base64(path), nonce, ...bodies, header(signatureInput), header(signature)].join(' ')
}

export async function reproducesHardwareIds(stage: Stage): Promise<void> {
  const known = shared.hwid.map(({ machineId, salt }) => `hwid ${base64(machineId)} ${base64(salt)}`)
  const worthless = shared.worthlessMachineIds.map((id) => `hwid ${base64(id)} ${base64('keywright-app-7')}`)
  const answers = await ask(stage, [...known, ...worthless])
  expect(answers.slice(0, known.length)).toEqual(shared.hwid.map(({ hwid }) => hwid))
  for (const fallback of answers.slice(known.length)) expect(fallback).toMatch(/^HWID-FALLBACK-.+$/)
}

export async function reproducesComponents(stage: Stage): Promise<void> {
  const questions = shared.components.map(({ name, value, salt }) =>
    ['component', base64(name), base64(value), base64(salt)].join(' '),
  )
  expect(questions).toHaveLength(24)
  expect(await ask(stage, questions)).toEqual(shared.components.map(({ component }) => component ?? 'None'))
}

export async function readsMachineIdFiles(stage: Stage): Promise<void> {
  const folder = await stage.workshop.newHome()
  const questions: string[] = []
  for (const [number, { files }] of shared.machineIdFiles.entries()) {
    const paths = files.map((_, index) => join(folder, `${number}-${index}`))
    for (const [index, path] of paths.entries()) {
      const text = files[index]
      if (text === 'folder') await mkdir(path)
      else if (typeof text === 'string') await writeFile(path, text)
    }
    questions.push(['files', base64('keywright-app-7'), ...paths.map(base64)].join(' '))
  }
  const answers = await ask(stage, questions)
  for (const [index, { name, hwid }] of shared.machineIdFiles.entries()) {
    expect(answers[index]?.replace(/^HWID-FALLBACK-.+$/, 'fallback'), name).toBe(hwid ?? 'fallback')
  }
}

export async function reproducesSignatures(stage: Stage): Promise<void> {
  const questions = signatures.cases.map((each) => signedQuestion(each, keysOf(each.pinned)))
  const answers = await ask(stage, questions)
  for (const [index, { name, isRight, signatureInput }] of signatures.cases.entries()) {
    const created = isRight ? /;created=(\d+);/.exec(signatureInput ?? '')?.[1] : 'None'
    expect(answers[index], name).toBe(created)
  }
}

export async function reproducesLeases(stage: Stage): Promise<void> {
  const questions = leases.cases.map(({ pinned, lease, userId, hwid, clock, mark }) =>
    ['lease', keysOf(pinned), base64(lease), userId, base64(hwid), clock, mark].join(' '),
  )
  const answers = await ask(stage, questions)
  for (const [index, { name, holds }] of leases.cases.entries()) {
    expect(answers[index], name).toBe(holds ? 'holds' : 'refused')
  }
}

/** Each byte of each signed part, changed one at a time. */
export async function refusesMutations(stage: Stage): Promise<number> {
  const [right] = signatures.cases
  if (!right) throw new Error('no vectors')
  const keys = keysOf(right.pinned)
  const parts = ['path', 'requestBody', 'body', 'signatureInput', 'signature'] as const
  const mutated = parts.flatMap((part) => {
    const bytes = Buffer.from(right[part] ?? '')
    return [...bytes.keys()].map((at) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      return signedQuestion({ ...right, [part]: changed }, keys)
    })
  })
  const statuses = [0, 100, 199, 201, 302, 403, 2000].map((status) => signedQuestion({ ...right, status }, keys))
  const noKeys = ['AAAA', 'no-key', keys.slice(0, 300)].map((key) => signedQuestion(right, key))
  const questions = [signedQuestion(right, keys), ...mutated, ...statuses, ...noKeys]
  const [first, ...rest] = await ask(stage, questions)
  expect(first).not.toBe('None')
  expect(rest.filter((answer) => answer !== 'None')).toEqual([])
  return rest.length
}

/** The whole sample with all hostile values at once. */
export async function printsHostileValues(stage: Stage): Promise<void> {
  const answers = await ask(stage, ['values'], hostile)
  expect(answers).toEqual(names.map((_, index) => base64(rotated(index))))
}

/** How a program in each language prints the values of several config regions, one base64 text a line. */
const printers: Record<Language['id'], (regions: readonly string[], all: readonly string[]) => string> = {
  csharp: (regions, all) => {
    const spaces = regions.map((region, index) => `namespace V${index} {\n${region}\n}`)
    const values = regions.flatMap((_, index) => all.map((name) => `V${index}.Config.${name}`)).join(', ')
    const print = 'System.Console.WriteLine(System.Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(value)));'
    const main = `static void Main() { foreach (var value in new[] { ${values} }) ${print} }`
    return `${spaces.join('\n')}\npublic static class Program { ${main} }\n`
  },
  python: (regions, all) => {
    const print = `for value in (${all.join(', ')}):\n    print(base64.b64encode(value.encode()).decode())`
    return `import base64\n${regions.map((region) => `${region}\n${print}`).join('\n')}\n`
  },
  node: printJavaScript,
  javascript: printJavaScript,
  php: (regions, all) => {
    const print = `foreach ([${all.join(', ')}] as $value) { echo base64_encode($value), "\\n"; }`
    return `<?php\n${regions.map((region, index) => `namespace V${index} {\n${region}\n${print}\n}`).join('\n')}\n`
  },
  cpp: (regions, all) => {
    const spaces = regions.map((region, index) => `namespace v${index} {\n${region}\n}`)
    const values = regions.flatMap((_, index) => all.map((name) => `v${index}::${name}`)).join(', ')
    const hex = 'for (unsigned char byte : value) std::printf("%02x", byte);'
    const main = `int main() { for (const std::string& value : {${values}}) { ${hex} std::puts(""); } }`
    return `#include <cstdio>\n#include <initializer_list>\n#include <string>\nusing namespace std::string_literals;\n${spaces.join('\n')}\n${main}\n`
  },
  java: (regions, all) => {
    const classes = regions.map((region, index) => `final class V${index} {\n${region}\n}`)
    const values = regions.flatMap((_, index) => all.map((name) => `V${index}.${name}`)).join(', ')
    const encoded =
      'java.util.Base64.getEncoder().encodeToString(value.getBytes(java.nio.charset.StandardCharsets.UTF_8))'
    const main = `public static void main(String[] args) { for (String value : new String[] {${values}}) System.out.println(${encoded}); }`
    return `final class values {\n${main}\n}\n${classes.join('\n')}\n`
  },
  go: (regions, all) => {
    const print = `for _, value := range []string{${all.join(', ')}} {\nfmt.Println(base64.StdEncoding.EncodeToString([]byte(value)))\n}`
    const blocks = regions.map((region) => `{\n${region}\n${print}\n}`).join('\n')
    return `package main\n\nimport (\n"encoding/base64"\n"fmt"\n)\n\nfunc main() {\n${blocks}\n}\n`
  },
  rust: (regions, all) => {
    const list = `pub(crate) fn all() -> [&'static str; ${all.length}] { [${all.join(', ')}] }`
    const spaces = regions.map((region, index) => `mod v${index} {\n${region}\n${list}\n}`)
    const values = regions.map((_, index) => `v${index}::all()`).join(', ')
    const print = 'println!("{}", value.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());'
    const main = `fn main() { for value in [${values}].concat() { ${print} } }`
    return `#![allow(dead_code)]\n${spaces.join('\n')}\n${main}\n`
  },
}

function printJavaScript(regions: readonly string[], all: readonly string[]): string {
  const print = `for (const value of [${all.join()}]) console.log(Buffer.from(value).toString('base64'))`
  return regions.map((region) => `{\n${region}\n${print}\n}`).join('\n')
}

/** Every hostile value alone in every place, and all of them together. */
export async function holdsEachHostileValue({ language, workshop }: Stage): Promise<void> {
  const source = readShippedSample(language.id)
  const alone = shared.renderValues.map((value) => Object.fromEntries(names.map((name) => [name, value])))
  const sets: SampleValues[] = [...alone, hostile]
  const regions = sets.map((values) => {
    const rendered = renderSample(source, language.id, values)
    return /(\/\/|#) #region config[\s\S]*?#endregion/.exec(rendered)?.[0] ?? ''
  })
  const name = language.file.replace(/^.*\/\w+/, 'values')
  const { command } = await workshop.buildText(language, name, printers[language.id](regions, names))
  const program = startProgram(command, { folder: await workshop.newHome() })
  expect(await program.exitCode).toBe(0)
  const encoding = ['cpp', 'rust'].includes(language.id) ? 'hex' : 'base64'
  const lines = program.output().split('\n').slice(0, -1)
  const printed = lines.map((line) => Buffer.from(line, encoding).toString())
  expect(printed).toEqual(sets.flatMap((values) => names.map((name) => values[name])))
}
