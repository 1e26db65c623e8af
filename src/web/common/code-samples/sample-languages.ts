import type { SampleLanguage } from '../../../shared/render-sample.ts'
import * as texts from '../../texts/code-samples.ts'

interface LanguageTab {
  readonly value: SampleLanguage
  readonly label: string
}

/** The tabs of Integration Examples. */
export const integrationLanguages: readonly LanguageTab[] = [
  { value: 'csharp', label: texts.cWinForms },
  { value: 'python', label: texts.pythonTkinter },
  { value: 'node', label: 'Node.js' },
  { value: 'cpp', label: 'C++' },
  { value: 'java', label: texts.java },
  { value: 'go', label: texts.go },
  { value: 'rust', label: texts.rust },
]

/** The languages of the documentation. */
export const docsLanguages: readonly LanguageTab[] = [
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: texts.python },
  { value: 'csharp', label: 'C#' },
  { value: 'php', label: 'PHP' },
  { value: 'node', label: 'Node.js' },
  { value: 'cpp', label: 'C++' },
  { value: 'java', label: texts.java },
  { value: 'go', label: texts.go },
  { value: 'rust', label: texts.rust },
]

/** All samples, with their names as programs. */
export const templateLanguages: readonly LanguageTab[] = [
  ...integrationLanguages,
  { value: 'php', label: 'PHP' },
  { value: 'javascript', label: 'JavaScript' },
]
