import type { SampleLanguage } from '../../shared/render-sample.ts'
import { answer } from './keys.ts'

/** Code templates of the installation. */
export const templateKeys = {
  all: answer('GET /api/code-templates'),
  one: (language: SampleLanguage) => answer('GET /api/code-templates/:language', language),
} as const
