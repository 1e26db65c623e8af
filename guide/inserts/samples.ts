import { readFileSync } from 'node:fs'
import { type Proof, provenWith, unprovenOn } from '../../clients/sample-proof.ts'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import type { SampleLanguage } from '../../src/shared/render-sample.ts'
import { verificationCode } from '../../src/web/features/webhooks/verification-code.ts'

const folder = new URL('../../clients/', import.meta.url)

interface ClientSample {
  readonly id: SampleLanguage
  readonly title: string
  readonly file: string
  readonly build: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
  readonly run: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
  readonly proof: readonly Proof[]
  readonly package?: { readonly quickstart: string }
}

const { samples, version } = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
  readonly version: string
  readonly samples: readonly ClientSample[]
}

/** How the guide calls each sample's language, and how its code is colored. */
const languages: Readonly<Record<string, readonly [name: string, language: string]>> = {
  javascript: ['JavaScript', 'js'],
  node: ['Node.js', 'js'],
  python: ['Python', 'python'],
  php: ['PHP', 'php'],
  csharp: ['C#', 'csharp'],
  cpp: ['C++', 'cpp'],
  java: ['Java', 'java'],
  go: ['Go', 'go'],
  rust: ['Rust', 'rust'],
}

/** A region of the shipped samples, in every language that has it: `region signature`. */
export function insertRegion(region: string): string {
  const blocks = Object.entries(languages).flatMap(([id, [name, language]]) => {
    const sample = samples.find((one) => one.id === id)
    const code = sample && regionOf(readShippedSample(sample.id), region)
    return code === undefined ? [] : [fence(language, name, code)]
  })
  if (blocks.length === 0) throw new Error(`No sample has a region called "${region}"`)
  return blocks.join('\n\n')
}

/** Lines between `#region` and `#endregion`, without the indentation they share. */
function regionOf(file: string, region: string): string | undefined {
  const lines = file.split('\n')
  const start = lines.findIndex((line) => line.trimEnd().endsWith(`#region ${region}`))
  if (start < 0) return undefined
  const end = lines.findIndex((line, index) => index > start && line.includes('#endregion'))
  const inside = lines.slice(start + 1, end)
  const indents = inside.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  return inside
    .map((line) => line.slice(Math.min(...indents)))
    .join('\n')
    .trim()
}

/** What builds and runs each sample, from the manifest that the tests use. */
export function insertSampleList(): string {
  return samples.map(describeSample).join('\n\n')
}

function describeSample({ id, title, file, build, run, proof }: ClientSample): string {
  const systems = [
    ['Windows', 'windows'],
    ['Linux', 'linux'],
    ['macOS', 'macos'],
  ] as const
  const commands = systems.map(([name, system]) => fence('text', name, [...build[system], ...run[system]].join('\n')))
  return [
    `## ${title} {#${id}}`,
    `File: \`clients/${file}\`. Proven on ${provenWith(proof, version).join(', ')}. Unproven: ${unprovenOn(proof, version).join(', ')}.`,
    ...commands,
  ].join('\n\n')
}

/** The program of each package, as the tests run it. */
export function insertQuickstarts(): string {
  const blocks = Object.entries(languages).flatMap(([id, [name, language]]) => {
    const file = samples.find((one) => one.id === id)?.package?.quickstart
    return file === undefined ? [] : [fence(language, name, readFileSync(new URL(file, folder), 'utf8').trim())]
  })
  return blocks.join('\n\n')
}

/** Code that verifies the signature of a webhook, in five languages. */
export function insertWebhookVerification(): string {
  return Object.entries(verificationCode)
    .map(([id, code]) => fence(languages[id]?.[1] ?? 'text', languages[id]?.[0] ?? id, code.trimEnd()))
    .join('\n\n')
}

const fence = (language: string, name: string, code: string) => `\`\`\`${language} ${name}\n${code}\n\`\`\``
