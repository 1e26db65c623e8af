import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import manifest from '../../clients/manifest.json' with { type: 'json' }
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import type { SampleLanguage } from '../../src/shared/render-sample.ts'

/** The sample in one file. */
export const shipped = readShippedSample

/** The quickstart of a language's package, if there is one. */
export function shippedQuickstart(
  language: SampleLanguage,
): { readonly file: string; readonly text: string } | undefined {
  const file = manifest.samples.find(({ id }) => id === language)?.package?.quickstart
  if (file === undefined) return undefined
  return { file: basename(file), text: readFileSync(new URL(`../../clients/${file}`, import.meta.url), 'utf8') }
}

/** The tabs of Integration Examples: the four of the specification, then what came later. */
export const integrationTabs = {
  'C# WinForms': 'csharp',
  'Python (Tkinter)': 'python',
  'Node.js': 'node',
  'C++': 'cpp',
  Java: 'java',
  Go: 'go',
  Rust: 'rust',
} as const
/** The tabs of the documentation: the four of the specification, then what came later. */
export const docsTabs = {
  JavaScript: 'javascript',
  Python: 'python',
  'C#': 'csharp',
  PHP: 'php',
  'Node.js': 'node',
  'C++': 'cpp',
  Java: 'java',
  Go: 'go',
  Rust: 'rust',
} as const
