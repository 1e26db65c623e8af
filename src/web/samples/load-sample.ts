import type { SampleLanguage } from '../../shared/render-sample.ts'
import type { HighlightedSample } from './code-kinds.ts'

/** Each language is a file of its own, fetched when somebody looks at it. */
const files: Readonly<Record<SampleLanguage, () => Promise<{ readonly sample: HighlightedSample }>>> = {
  csharp: () => import('../../../clients/csharp/LoginSample.cs?sample'),
  python: () => import('../../../clients/python/login_sample.py?sample'),
  node: () => import('../../../clients/node/client.mjs?sample'),
  php: () => import('../../../clients/php/client.php?sample'),
  cpp: () => import('../../../clients/cpp/client.cpp?sample'),
  javascript: () => import('../../../clients/javascript/quickstart.mjs?sample'),
}

/** The shipped sample of a language. */
export async function loadSample(language: SampleLanguage): Promise<HighlightedSample> {
  const { sample } = await files[language]()
  return sample
}
