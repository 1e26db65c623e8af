import type { SampleLanguage } from '../../../shared/render-sample.ts'
import * as texts from '../../texts/code-samples.ts'

interface Window {
  readonly title: string
  readonly form: string
  readonly session: string
  readonly width: number
  readonly height: number
}

/** Screenshots taken by the tests while the sample ran against the real server. */
const windows: Partial<Record<SampleLanguage, Window>> = {
  csharp: {
    title: 'C#',
    form: new URL('../../../../docs/images/sample-csharp-login.png', import.meta.url).href,
    session: new URL('../../../../docs/images/sample-csharp.png', import.meta.url).href,
    width: 460,
    height: 500,
  },
  python: {
    title: texts.python,
    form: new URL('../../../../docs/images/sample-python-login.png', import.meta.url).href,
    session: new URL('../../../../docs/images/sample-python.png', import.meta.url).href,
    width: 440,
    height: 420,
  },
}

/** A screenshot of samples that have a window. */
export function SamplePictures({ language }: { readonly language: SampleLanguage }) {
  const found = windows[language]
  if (found === undefined) return null
  const { title, form, session, width, height } = found
  const shared = {
    width,
    height,
    loading: 'lazy',
    className: 'h-auto max-w-full rounded-inner border border-line',
  } as const
  return (
    <div className="flex flex-wrap gap-4 p-4">
      <img {...shared} src={form} alt={texts.theWindowWithIts(title)} />
      <img {...shared} src={session} alt={texts.theWindowAfterA(title)} />
    </div>
  )
}
