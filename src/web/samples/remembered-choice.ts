import { type SampleLanguage, sampleLanguages } from '../../shared/render-sample.ts'

const applicationKey = 'code-application'
const languageKey = 'code-language'

/** Application and language that were chosen last, on any of the pages with code. */
export const rememberedChoice = {
  application: (): number | undefined => Number(read(applicationKey)) || undefined,
  language: (): SampleLanguage | undefined => sampleLanguages.find((one) => one === read(languageKey)),
  keepApplication: (id: number) => keep(applicationKey, String(id)),
  keepLanguage: (language: SampleLanguage) => keep(languageKey, language),
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is blocked: nothing is remembered, nothing else depends on it.
  }
}
