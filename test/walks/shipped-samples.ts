import { readFileSync } from 'node:fs'
import type { SampleLanguage } from '../../src/shared/render-sample.ts'

const clients = new URL('../../clients/', import.meta.url)
const { samples } = JSON.parse(readFileSync(new URL('manifest.json', clients), 'utf8')) as {
  samples: readonly { id: SampleLanguage; file: string }[]
}
/** The sample's file in the repository. */
export const shipped = (language: SampleLanguage) =>
  readFileSync(new URL(samples.find(({ id }) => id === language)?.file ?? '', clients), 'utf8')

/** The tabs of Integration Examples. */
export const fourTabs = {
  'C# WinForms': 'csharp',
  'Python (Tkinter)': 'python',
  'Node.js': 'node',
  'C++': 'cpp',
} as const
/** The tabs of the documentation. */
export const sixTabs = {
  JavaScript: 'javascript',
  Python: 'python',
  'C#': 'csharp',
  PHP: 'php',
  'Node.js': 'node',
  'C++': 'cpp',
} as const
