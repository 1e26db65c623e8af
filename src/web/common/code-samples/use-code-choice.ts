import { useRouter, useSearch } from '@tanstack/react-router'
import { type SampleLanguage, sampleLanguages } from '../../../shared/render-sample.ts'
import { type OwnApplication, useOwnApplications } from '../../api/use-own-applications.ts'
import { changeAddress } from '../address/change-address.ts'
import { stringifySearch } from '../address/search-text.ts'

export interface CodeChoice {
  readonly applications: readonly OwnApplication[] | undefined
  readonly error: Error | null
  readonly application: OwnApplication | undefined
  readonly language: SampleLanguage
  readonly choose: (change: { readonly app?: number; readonly lang?: SampleLanguage }) => void
}

/**
 * The application and language that code is shown for: from the address (the ID, never the key), else as chosen last,
 * else the first application and the page's first language.
 */
export function useCodeChoice(languages: readonly { readonly value: SampleLanguage }[]): CodeChoice {
  const search: { readonly app?: unknown; readonly lang?: unknown } = useSearch({ strict: false })
  const router = useRouter()
  const { data: applications, error } = useOwnApplications()
  const ofId = (id: unknown) => applications?.find((one) => String(one.id) === String(id))
  const offered = (language: unknown) => languages.find(({ value }) => value === language)?.value
  return {
    applications,
    error,
    application: ofId(search.app) ?? ofId(rememberedChoice.application()) ?? applications?.[0],
    language: offered(search.lang) ?? offered(rememberedChoice.language()) ?? languages[0]?.value ?? sampleLanguages[0],
    choose: ({ app, lang }) => {
      if (app !== undefined) rememberedChoice.keepApplication(app)
      if (lang !== undefined) rememberedChoice.keepLanguage(lang)
      const { pathname, search: current, hash } = router.state.location
      const next = { ...current, ...(app !== undefined && { app }), ...(lang !== undefined && { lang }) }
      changeAddress(router, pathname + stringifySearch(next) + (hash && `#${hash}`), { isReplacing: true })
    },
  }
}

const applicationKey = 'code-application'
const languageKey = 'code-language'

/** The last choice, shared by all pages with code. */
const rememberedChoice = {
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
    // Storage is blocked: the choice isn't remembered.
  }
}
