import { readFileSync } from 'node:fs'

/** Why a mutant may survive, by its name: the headings of the document and what stands below them. */
export type Reasons = ReadonlyMap<string, string>

export function readReasons(file: string): Reasons {
  const [, ...sections] = readFileSync(file, 'utf8').split(/^### /m)
  return new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.split('\n')
      // The heading of the next area ends a reason, too.
      const reason = lines.join('\n').split(/^## /m)[0] ?? ''
      return [name.trim(), reason.replaceAll(/\s+/g, ' ').trim()]
    }),
  )
}

export interface Verdict {
  readonly name: string
  readonly path: string
  /** The test that failed, or that time ran out; undefined where all passed. */
  readonly killedBy: string | undefined
}

export interface Judgement {
  readonly lines: readonly string[]
  readonly isGood: boolean
}

const leastPercent = 85

/** What the run came to; `isAsked` says which paths were in it. */
export function judge(
  verdicts: readonly Verdict[],
  reasons: Reasons,
  isAsked: (path: string) => boolean = () => true,
): Judgement {
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined)
  const known = new Map(verdicts.map((verdict) => [verdict.name, verdict]))
  const unexplained = survivors.filter(({ name }) => !reasons.get(name))
  const listed = [...reasons.keys()].filter((name) => isAsked(name.split(',')[0] ?? ''))
  const killed = verdicts.length - survivors.length
  const percent = (100 * killed) / verdicts.length
  return {
    lines: [
      ...survivors.flatMap(({ name }) => [`survived: ${name}`, `  ${reasons.get(name) || 'NO REASON GIVEN'}`]),
      ...listed.filter((name) => known.get(name)?.killedBy).map((name) => `listed, but killed now: ${name}`),
      ...listed.filter((name) => !known.has(name)).map((name) => `listed, but no longer chosen: ${name}`),
      ...(unexplained.length > 0 ? [`${unexplained.length} survivors have no reason: that fails the run.`] : []),
      // Rounded down: what is printed as 85 is 85.
      `${killed} of ${verdicts.length} killed (${Math.floor(percent * 10) / 10} %)`,
    ],
    isGood: unexplained.length === 0 && percent >= leastPercent,
  }
}
