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
  /** The placeholders of the sample; all of them where nothing is said. */
  readonly names?: readonly SamplePlace['name'][]
}

/** How each language of a sample writes a string. */
const quotings = {
  csharp: { mark: '"', literal: asciiJson },
  python: { mark: '"', literal: pythonLiteral },
  node: { mark: "'", literal: asciiJson },
  php: { mark: "'", literal: phpLiteral },
  cpp: { mark: '"', literal: cppLiteral },
  // three calls, nothing that repeats
  javascript: { mark: "'", literal: asciiJson, names: ['API_KEY', 'APP_VERSION', 'ORIGIN'] },
} as const satisfies Record<string, Quoting>

export type SampleLanguage = keyof typeof quotings

/** Every language that there is a sample in. */
export const sampleLanguages = Object.keys(quotings) as [SampleLanguage, ...SampleLanguage[]]

/** JSON with everything from U+007F up escaped: no line separator, control or bidirectional mark stands raw in a sample. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
}

/** As JSON, but a character beyond U+FFFF is one escape: Python does not join two surrogates. */
function pythonLiteral(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u{10ffff}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
  })
}

/** In single quotes as long as that shows every character; else in double quotes, where `$` would begin a variable. */
function phpLiteral(text: string): string {
  if (/^[ -~]*$/.test(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`
  const escaped = text.replace(/[^ -~]|[\\"$]/gu, (character) => {
    return /[\\"$]/.test(character) ? `\\${character}` : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
  return `"${escaped}"`
}

/** UTF-8 bytes as octal escapes: they end after three digits, and no `?` is left to begin a trigraph. */
function cppLiteral(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(String.fromCharCode(byte))
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`
  return `"${bytes.map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : octal(byte))).join('')}"`
}

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')

/** Where a placeholder stands in a sample file, and what is written there. */
export interface SamplePlace {
  readonly name: keyof Texts | keyof Numbers
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/**
 * The sample file with these values in it, and changed nowhere else. Every value comes out of the rendered program
 * exactly as it went in, whatever characters it holds.
 * @throws when a placeholder is not found exactly once, or a number is no positive integer
 */
export function renderSample(source: string, language: SampleLanguage, values: SampleValues): string {
  // one pass over the places of the untouched source: a value that looks like another placeholder stays a value
  let rendered = ''
  let position = 0
  for (const { start, end, replacement } of samplePlaces(source, language, values)) {
    rendered += source.slice(position, start) + replacement
    position = end
  }
  return rendered + source.slice(position)
}

/** The places of all placeholders in the order in which they stand, for who shows a sample piece by piece. */
export function samplePlaces(source: string, language: SampleLanguage, values: SampleValues): readonly SamplePlace[] {
  const { mark, literal, names }: Quoting = quotings[language]
  const has = ([name]: readonly [SamplePlace['name'], unknown]) => names?.includes(name) ?? true
  const places = [
    ...entries(texts)
      .filter(has)
      .map(([name, text]) => {
        const value = values[name]
        const replacement = value === undefined ? undefined : literal(value)
        return { name, ...placeOf(source, `${mark}${text}${mark}`, replacement) }
      }),
    ...entries(numbers)
      .filter(has)
      .map(([name, number]) => {
        const value = values[name]
        const replacement = value === undefined ? undefined : `${name} = ${positive(name, value)}`
        return { name, ...placeOf(source, `${name} = ${number}`, replacement) }
      }),
  ]
  return places.sort((a, b) => a.start - b.start)
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
