import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BundledLanguage, createHighlighter, type Highlighter, type ThemedToken } from 'shiki'
import type { Plugin } from 'vite'
import { type Proof, provenWith, unprovenOn } from './clients/sample-proof.ts'
import { readShippedSample } from './src/server/lib/shipped-samples.ts'
import { type SampleLanguage, sampleLanguages, samplePlaces } from './src/shared/render-sample.ts'
import {
  codeKinds,
  type HighlightedSample,
  type PackageFacts,
  type Tried,
} from './src/web/common/code-samples/code-kinds.ts'

const clients = fileURLToPath(new URL('clients/', import.meta.url))

const grammars: Readonly<Record<SampleLanguage, BundledLanguage>> = {
  csharp: 'csharp',
  python: 'python',
  node: 'javascript',
  php: 'php',
  cpp: 'cpp',
  javascript: 'javascript',
  java: 'java',
  go: 'go',
  rust: 'rust',
}

const colorOf = (kind: (typeof codeKinds)[number]) => `#00000${codeKinds.indexOf(kind)}`

/** No theme to look at: its colors number the kinds, and code-colors.css says what those look like. */
export const kindsTheme = {
  name: 'kinds',
  type: 'dark' as const,
  colors: { 'editor.foreground': colorOf('plain'), 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: colorOf('plain') } },
    ...[
      ['keyword', 'keyword storage storage.type variable.language'],
      ['plain', 'keyword.operator punctuation meta.template.expression'],
      ['number', 'constant.numeric constant.language constant.character.escape'],
      ['function', 'entity.name.function support.function'],
      ['type', 'entity.name.type entity.name.class entity.other.inherited-class support.type support.class'],
      ['string', 'string punctuation.definition.string'],
      ['comment', 'comment punctuation.definition.comment'],
    ].map(([kind, scopes]) => ({
      scope: String(scopes).split(' '),
      settings: { foreground: colorOf(kind as (typeof codeKinds)[number]) },
    })),
  ],
}

/**
 * `import { address } from '…/clients/node/client.mjs?sample'` is where the built web has the sample in one file, with what
 * every stretch of it is; a placeholder is one stretch. It is data: a screen fetches it when it shows the sample. With
 * `?package` it is what the manifest says about the same client as a package. The highlighter runs here, when the web is
 * built, and never in the browser.
 */
export function highlightSamples(): Plugin {
  let highlighter: Promise<Highlighter> | undefined
  let isBuild = false
  const served = new Map<string, string>()
  return {
    name: 'highlight-samples',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const text = served.get(request.url ?? '')
        if (text === undefined) next()
        else response.setHeader('content-type', 'application/json').end(text)
      })
    },
    async load(id) {
      const [path = '', query] = id.split('?')
      if (query === 'package') {
        const { quickstart, facts } = packageOf(relative(clients, path).replaceAll(sep, '/'))
        this.addWatchFile(clients + quickstart)
        return { code: `export const facts = ${JSON.stringify(facts)}`, moduleType: 'js' }
      }
      if (query !== 'sample') return undefined
      highlighter ??= createHighlighter({ themes: [kindsTheme], langs: [...new Set(Object.values(grammars))] })
      const { language, files, facts } = entryOf(relative(clients, path).replaceAll(sep, '/'))
      for (const file of files) this.addWatchFile(clients + file)
      const text = JSON.stringify(highlight(await highlighter, language, facts))
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
      const fileName = `assets/sample-${language}-${hash}.json`
      if (isBuild) this.emitFile({ type: 'asset', fileName, source: text })
      else served.set(`/${fileName}`, text)
      return { code: `export const address = '/${fileName}'`, moduleType: 'js' }
    },
    async closeBundle() {
      const open = await highlighter
      highlighter = undefined
      open?.dispose()
    },
  }
}

function highlight(highlighter: Highlighter, language: SampleLanguage, facts: SampleFacts): HighlightedSample {
  const text = readShippedSample(language)
  const { tokens } = highlighter.codeToTokens(text, { lang: grammars[language], theme: 'kinds' })
  const places = samplePlaces(text, language, {})
  const starts = new Map(places.map(({ start, end }) => [start, end]))
  const runs: number[] = []
  let isClosed = true
  const add = (length: number, kind: number, isAlone = false) => {
    const last = runs.at(-1)
    if (length === 0) return
    if (!isAlone && last === kind && !isClosed) runs[runs.length - 2] = (runs.at(-2) ?? 0) + length
    else runs.push(length, kind)
    isClosed = isAlone
  }

  let position = 0
  for (const { offset, content, color } of tokens.flat() as ThemedToken[]) {
    const from = Math.max(offset, position)
    const to = offset + content.length
    const kind = Number(color?.slice(-1) ?? 0)
    // Line breaks lie between tokens and look like what stands before them.
    if (from > position) add(from - position, runs.at(-1) ?? 0)
    position = Math.max(position, from)
    while (position < to) {
      const end = starts.get(position)
      const next = places.find(({ start }) => start > position && start < to)?.start ?? to
      if (end !== undefined) {
        add(end - position, kind, true)
        position = end
      } else {
        add(next - position, kind)
        position = next
      }
    }
  }
  add(text.length - position, 0)
  assertWhole(facts.file, text, runs)
  return { text, runs: writtenRuns(runs), facts }
}

/** Pairs of a length and a type, as `HighlightedSample` carries them. */
const writtenRuns = (runs: readonly number[]) =>
  runs.map((value, index) => (index % 2 === 0 ? value : (10 + value).toString(36))).join('')

function assertWhole(file: string, text: string, runs: readonly number[]): void {
  const length = runs.reduce((sum, value, index) => (index % 2 === 0 ? sum + value : sum), 0)
  if (length !== text.length) throw new Error(`${file} has ${text.length} characters, ${length} were highlighted`)
}

type SampleFacts = HighlightedSample['facts']

interface Entry extends Omit<SampleFacts, 'file' | 'tried'> {
  readonly id: string
  readonly file: string
  readonly library?: string
  readonly parts?: readonly string[]
  readonly proof: readonly Proof[]
  readonly package?: Omit<PackageFacts, 'file' | 'text' | 'tried'> & {
    readonly quickstart: string
    readonly proof: readonly Proof[]
  }
}

interface Manifest {
  readonly version: string
  readonly samples: readonly Entry[]
}

interface SampleEntry {
  readonly language: SampleLanguage
  readonly files: readonly string[]
  readonly facts: SampleFacts
}

function readEntry(file: string): { readonly entry: Entry; readonly version: string } {
  const { samples, version } = JSON.parse(readFileSync(`${clients}manifest.json`, 'utf8')) as Manifest
  const entry = samples.find((one) => one.file === file)
  if (entry === undefined) throw new Error(`clients/manifest.json does not name ${file}`)
  return { entry, version }
}

function entryOf(file: string): SampleEntry {
  const { entry, version } = readEntry(file)
  const language = sampleLanguages.find((one) => one === entry.id)
  if (language === undefined) throw new Error(`clients/manifest.json calls ${file} ${entry.id}, which is no language`)
  const { title, library, parts = [], proof, build, run } = entry
  const files = [file, ...parts, ...(library === undefined ? [] : [library])]
  return { language, files, facts: { title, file: basename(file), tried: triedOf(proof, version), build, run } }
}

const triedOf = (proof: readonly Proof[], version: string): Tried => ({
  with: provenWith(proof, version),
  notOn: unprovenOn(proof, version),
})

function packageOf(file: string): { readonly quickstart: string; readonly facts: PackageFacts } {
  const { entry, version } = readEntry(file)
  if (entry.package === undefined) throw new Error(`clients/manifest.json has no package for ${file}`)
  const { quickstart, install, run, proof } = entry.package
  return {
    quickstart,
    facts: {
      install: install.map((line) => line.replace('{version}', version)),
      file: basename(quickstart),
      text: readFileSync(clients + quickstart, 'utf8'),
      run,
      tried: triedOf(proof, version),
    },
  }
}
