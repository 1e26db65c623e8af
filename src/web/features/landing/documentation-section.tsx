import { excerpt as cpp } from '../../../../clients/cpp/client.cpp?excerpt'
import { excerpt as csharp } from '../../../../clients/csharp/LoginSample.cs?excerpt'
import { excerpt as go } from '../../../../clients/go/sample/client.go?excerpt'
import { excerpt as java } from '../../../../clients/java/Client.java?excerpt'
import { excerpt as javascript } from '../../../../clients/javascript/quickstart.mjs?excerpt'
import { excerpt as node } from '../../../../clients/node/client.mjs?excerpt'
import { excerpt as php } from '../../../../clients/php/client.php?excerpt'
import { excerpt as python } from '../../../../clients/python/login_sample.py?excerpt'
import { excerpt as rust } from '../../../../clients/rust/main.rs?excerpt'
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
    <LandingSection id="documentation" title={texts.fromCloneToFirst} text={texts.completeProgramsInNine}>
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
  /** Shown beside the language: which part of the program this is. */
  readonly note: string
  readonly code: string
}

/** Parts of the programs that the tests compile and run. */
const landingSamples: readonly LandingSample[] = [
  {
    id: 'javascript',
    title: 'JavaScript',
    note: texts.theCallsOfA(javascript.lines),
    code: javascript.code,
  },
  sample('csharp', 'C#', csharp),
  sample('python', texts.python, python),
  sample('node', 'Node.js', node),
  sample('php', 'PHP', php),
  sample('cpp', 'C++', cpp),
  sample('java', texts.java, java),
  sample('go', texts.go, go),
  sample('rust', texts.rust, rust),
]

function sample(id: string, title: string, { lines, code }: typeof node): LandingSample {
  return { id, title, note: texts.allThereIsTo(lines), code }
}
