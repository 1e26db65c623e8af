import cpp from '../../../../clients/cpp/client.cpp?raw'
import cppLibrary from '../../../../clients/cpp/keywright.hpp?raw'
import csharpLibrary from '../../../../clients/csharp/Keywright.cs?raw'
import csharp from '../../../../clients/csharp/LoginSample.cs?raw'
import javascript from '../../../../clients/javascript/quickstart.mjs?raw'
import node from '../../../../clients/node/client.mjs?raw'
import nodeLibrary from '../../../../clients/node/keywright.mjs?raw'
import php from '../../../../clients/php/client.php?raw'
import phpLibrary from '../../../../clients/php/Keywright.php?raw'
import pythonLibrary from '../../../../clients/python/keywright.py?raw'
import python from '../../../../clients/python/login_sample.py?raw'
import { composeSample } from '../../../shared/compose-sample.ts'
import * as texts from '../../texts/landing.ts'
import { LandingSection } from './landing-section.tsx'

const steps = [
  [texts.startIt, texts.runNpmStartAnd],
  [texts.createAnApplication, texts.itGetsAnApi],
  [texts.pasteTheSample, texts.itAlreadyHasYour],
] as const

/** Three steps and a sample; the guide has the rest. */
export function DocumentationSection() {
  return (
    <LandingSection id="documentation" title={texts.fromCloneToFirst} text={texts.completeProgramsInSix}>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ol className="flex flex-col gap-6">
          {steps.map(([title, text], index) => (
            <li key={title} className="flex gap-4">
              <span
                aria-hidden
                className="flex size-8 shrink-0 items-center justify-center rounded-full bg-raised font-semibold text-accent"
              >
                {index + 1}
              </span>
              <span>
                <h3 className="text-section font-semibold">{title}</h3>
                <p className="mt-1 text-fg-2">{text}</p>
              </span>
            </li>
          ))}
          <li className="list-none text-fg-2">
            {texts.readTheRestIn}{' '}
            <a href="/docs/start" className="text-accent underline underline-offset-4">
              {texts.guide}
            </a>
            {texts.inTheDashboardThe}
          </li>
        </ol>
        <SampleTabs samples={landingSamples} />
      </div>
    </LandingSection>
  )
}

/** Without JavaScript all are shown, one below the other; with it they are tabs. */
function SampleTabs({ samples }: { readonly samples: readonly LandingSample[] }) {
  return (
    <div data-landing="tabs" className="min-w-0 overflow-hidden rounded-card border border-line bg-surface">
      <div role="tablist" aria-label={texts.language} hidden className="flex overflow-x-auto border-b border-line px-2">
        {samples.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`sample-tab-${id}`}
            aria-controls={`sample-${id}`}
            className="shrink-0 border-b-2 border-transparent px-3 py-2.5 font-medium text-fg-2 aria-selected:border-accent aria-selected:text-fg"
          >
            {title}
          </button>
        ))}
      </div>
      {samples.map(({ id, title, code, note }) => (
        <div key={id} role="tabpanel" id={`sample-${id}`} aria-labelledby={`sample-tab-${id}`}>
          <p className="px-4 pt-3 text-second text-fg-3">
            {title}: {note}
          </p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-x-auto p-4 text-second leading-5"
          >
            <code>{code}</code>
          </pre>
        </div>
      ))}
    </div>
  )
}

interface LandingSample {
  readonly id: string
  readonly title: string
  /** Shown beside the language: which part of the file this is. */
  readonly note: string
  readonly code: string
}

/** Regions of the files that the tests compile and run. */
const landingSamples: readonly LandingSample[] = [
  sample('javascript', 'JavaScript', javascript, 'calls'),
  sample('csharp', 'C#', composeSample('csharp', csharpLibrary, csharp), 'config'),
  sample('python', texts.python, composeSample('python', pythonLibrary, python), 'config'),
  sample('node', 'Node.js', composeSample('node', nodeLibrary, node), 'config'),
  sample('php', 'PHP', composeSample('php', phpLibrary, php), 'config'),
  sample('cpp', 'C++', composeSample('cpp', cppLibrary, cpp), 'config'),
]

function sample(id: string, title: string, file: string, region: 'calls' | 'config'): LandingSample {
  const lines = file.trimEnd().split('\n').length
  const note = region === 'calls' ? texts.theCallsOfA(lines) : texts.allThereIsTo(lines)
  return { id, title, note, code: regionOf(file, region) }
}

function regionOf(file: string, name: string): string {
  const lines = file.split('\n')
  const start = lines.findIndex((line) => line.includes(`#region ${name}`))
  const end = lines.findIndex((line, index) => index > start && line.includes('#endregion'))
  if (start < 0 || end < 0) throw new Error(`A sample has no region ${name}.`)
  const region = lines.slice(start + 1, end)
  const indent = Math.min(...region.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return region.map((line) => line.slice(indent)).join('\n')
}
