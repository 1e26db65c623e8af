import type { SampleLanguage } from '../../../shared/render-sample.ts'

interface LanguageTab {
  readonly value: SampleLanguage
  readonly label: string
}

/** The tabs of Integration Examples. */
export const integrationLanguages: readonly LanguageTab[] = [
  { value: 'csharp', label: 'C# WinForms' },
  { value: 'python', label: 'Python (Tkinter)' },
  { value: 'node', label: 'Node.js' },
  { value: 'cpp', label: 'C++' },
]

/** The languages of the documentation. */
export const docsLanguages: readonly LanguageTab[] = [
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
  { value: 'csharp', label: 'C#' },
  { value: 'php', label: 'PHP' },
  { value: 'node', label: 'Node.js' },
  { value: 'cpp', label: 'C++' },
]

/** All samples, with their names as programs. */
export const templateLanguages: readonly LanguageTab[] = [
  ...integrationLanguages,
  { value: 'php', label: 'PHP' },
  { value: 'javascript', label: 'JavaScript' },
]
