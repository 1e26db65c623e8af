/** What a sample file holds in place of each value: the text between the quotes of one string literal. */
const texts = {
  API_KEY: 'YOUR_API_KEY',
  APP_VERSION: '1.0.0',
  ORIGIN: 'http://localhost:3000',
  HWID_SALT: 'keywright-app-0',
  PUBLIC_KEY: 'YOUR_PUBLIC_KEY',
  NEXT_PUBLIC_KEY: 'YOUR_NEXT_PUBLIC_KEY',
} as const

/** What a sample file holds as `NAME = number`. */
const numbers = {
  HEARTBEAT_SECONDS: 30,
  VERIFY_SECONDS: 300,
  MAX_VERIFY_FAILURES: 3,
  HTTP_TIMEOUT_SECONDS: 30,
  RETRY_SECONDS: 5,
} as const

type Texts = { readonly [Name in keyof typeof texts]?: string }
type Numbers = { readonly [Name in keyof typeof numbers]?: number }

/** Values for a sample; what is left out keeps the value that the file has. */
export type SampleValues = Texts & Numbers

interface Quoting {
  /** The quote mark around the string literals of the sample file. */
  readonly mark: string
  /** Writes any text as one string literal of the language, quotes included. */
  readonly literal: (text: string) => string
}

/** How each language of a sample writes a string. */
const quotings = {
  node: { mark: "'", literal: asciiJson },
} as const satisfies Record<string, Quoting>

export type SampleLanguage = keyof typeof quotings

/** JSON with everything from U+007F up escaped: no line separator, control or bidirectional mark stands raw in a sample. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The sample file with these values in it, and changed nowhere else. Every value comes out of the rendered program
 * exactly as it went in, whatever characters it holds.
 * @throws when a placeholder is not found exactly once, or a number is no positive integer
 */
export function renderSample(source: string, language: SampleLanguage, values: SampleValues): string {
  const { mark, literal } = quotings[language]
  const places = [
    ...entries(texts).map(([name, text]) => {
      const value = values[name]
      return placeOf(source, `${mark}${text}${mark}`, value === undefined ? undefined : literal(value))
    }),
    ...entries(numbers).map(([name, number]) => {
      const value = values[name]
      return placeOf(
        source,
        `${name} = ${number}`,
        value === undefined ? undefined : `${name} = ${positive(name, value)}`,
      )
    }),
  ]
  // one pass over the places of the untouched source: a value that looks like another placeholder stays a value
  let rendered = ''
  let position = 0
  for (const { start, end, replacement } of places.sort((a, b) => a.start - b.start)) {
    rendered += source.slice(position, start) + replacement
    position = end
  }
  return rendered + source.slice(position)
}

function placeOf(source: string, placeholder: string, replacement = placeholder) {
  const start = source.indexOf(placeholder)
  const end = start + placeholder.length
  const isOnce = start >= 0 && source.indexOf(placeholder, end) < 0
  // `= 30` is not to be found in `= 300`
  if (!isOnce || /\d/.test(source.charAt(end))) throw new Error(`The sample must hold ${placeholder} exactly once`)
  return { start, end, replacement }
}

function positive(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a positive integer, not ${value}`)
  return value
}

function entries<Table extends object>(table: Table) {
  return Object.entries(table) as { [Name in keyof Table]: [Name, Table[Name]] }[keyof Table][]
}
