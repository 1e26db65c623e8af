import type { SampleLanguage } from '../../shared/render-sample.ts'

interface Picture {
  readonly src: string
  readonly text: string
  readonly width: number
  readonly height: number
}

/** Taken by the tests, from the sample's own window while it ran against the real server. */
const pictures: Partial<Record<SampleLanguage, readonly [Picture, Picture]>> = {
  csharp: [
    {
      src: new URL('../../../docs/images/sample-csharp-login.png', import.meta.url).href,
      text: 'The C# window with its form to log in and register',
      width: 460,
      height: 500,
    },
    {
      src: new URL('../../../docs/images/sample-csharp.png', import.meta.url).href,
      text: 'The C# window after a login: who is logged in, heartbeats and the last verification',
      width: 460,
      height: 500,
    },
  ],
  python: [
    {
      src: new URL('../../../docs/images/sample-python-login.png', import.meta.url).href,
      text: 'The Python window with its form to log in and register',
      width: 440,
      height: 420,
    },
    {
      src: new URL('../../../docs/images/sample-python.png', import.meta.url).href,
      text: 'The Python window after a login: who is logged in, heartbeats and the last verification',
      width: 440,
      height: 420,
    },
  ],
}

/** What the sample looks like, where it has a window. */
export function SamplePictures({ language }: { readonly language: SampleLanguage }) {
  const found = pictures[language]
  if (found === undefined) return null
  return (
    <div className="flex flex-wrap gap-4 p-4">
      {found.map(({ src, text, width, height }) => (
        <img
          key={src}
          className="h-auto max-w-full rounded-inner border border-line"
          {...{ src, width, height }}
          alt={text}
          loading="lazy"
        />
      ))}
    </div>
  )
}
