/** Placeholders in a sample file: the text between the quotes of one string literal. */
const texts = {
  API_KEY: 'YOUR_API_KEY',
  APP_VERSION: '1.0.0',
  ORIGIN: 'http://localhost:3000',
  HWID_SALT: 'keywright-app-0',
  PUBLIC_KEY: 'YOUR_PUBLIC_KEY',
  NEXT_PUBLIC_KEY: 'YOUR_NEXT_PUBLIC_KEY',
} as const

/** Placeholders that a sample file has as `NAME = number`. */
const numbers = {
  HEARTBEAT_SECONDS: 30,
  VERIFY_SECONDS: 300,
  MAX_VERIFY_FAILURES: 3,
  HTTP_TIMEOUT_SECONDS: 30,
  RETRY_SECONDS: 5,
} as const

type Texts = { readonly [Name in keyof typeof texts]?: string }
type Numbers = { readonly [Name in keyof typeof numbers]?: number }

/** Values for a sample; a missing one keeps the value of the file. */
export type SampleValues = Texts & Numbers

const textNames = Object.keys(texts) as (keyof Texts)[]

interface Quoting {
  /** The quotation mark of string literals in the sample file. */
  readonly mark: string
  /** Writes any text as one string literal of the language, quotes included. */
  readonly literal: (text: string) => string
  /** What stands between the name of a number and its value, where the language wants its type there. */
  readonly typeOfNumbers?: string
  /** The placeholders of the sample; default: all. */
  readonly names?: readonly SamplePlace['name'][]
  /** Those of them that a template edited for an earlier release may lack. */
  readonly later?: readonly SamplePlace['name'][]
}

/** How each language of a sample writes a string. */
const quotings = {
  csharp: { mark: '"', literal: asciiJson },
  python: { mark: '"', literal: pythonLiteral },
  node: { mark: "'", literal: asciiJson },
  php: { mark: "'", literal: phpLiteral },
  cpp: { mark: '"', literal: cppLiteral },
  // the escapes of Go are those of Python
  go: { mark: '"', literal: pythonLiteral },
  // this sample sends no heartbeats, so it has no intervals
  javascript: {
    mark: "'",
    literal: asciiJson,
    names: textNames,
    later: ['HWID_SALT', 'PUBLIC_KEY', 'NEXT_PUBLIC_KEY'],
  },
  java: { mark: '"', literal: asciiJson },
  rust: { mark: '"', literal: rustLiteral, typeOfNumbers: ': u32' },
} as const satisfies Record<string, Quoting>

export type SampleLanguage = keyof typeof quotings

/** Every language that has a sample. */
export const sampleLanguages = Object.keys(quotings) as [SampleLanguage, ...SampleLanguage[]]

/**
 * JSON with everything from U+007F up escaped: no line separator, control or bidirectional character stands raw in a
 * sample.
 */
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

/** In single quotes if they can show every character; else in double quotes, where `$` must be escaped. */
function phpLiteral(text: string): string {
  if (/^[ -~]*$/.test(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`
  const escaped = text.replace(/[^ -~]|[\\"$]/gu, (character) => {
    return /[\\"$]/.test(character) ? `\\${character}` : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
  return `"${escaped}"`
}

/** UTF-8 bytes as octal escapes: they end after three digits, and no `?` is left to start a trigraph. */
function cppLiteral(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(String.fromCharCode(byte))
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`
  return `"${bytes.map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : octal(byte))).join('')}"`
}

/** As JSON where every character can be shown; the others by the number of the character. */
function rustLiteral(text: string): string {
  const escaped = text.replace(/[^ -~]|[\\"]/gu, (character) =>
    /[\\"]/.test(character) ? `\\${character}` : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return `"${escaped}"`
}

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')

/** A placeholder's position in a sample file, and its replacement. */
export interface SamplePlace {
  readonly name: keyof Texts | keyof Numbers
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/**
 * The sample file with these values, otherwise unchanged. Every value comes out of the rendered program exactly as it
 * was given, whatever characters it has.
 * @throws when a placeholder is not found exactly once, or a number is no positive integer
 */
export function renderSample(source: string, language: SampleLanguage, values: SampleValues): string {
  return replaceAll(source, samplePlaces(source, language, values))
}

/**
 * The quickstart of a language's package with these values: it has every text and leaves the intervals to the library.
 * @throws when a placeholder is not found exactly once
 */
export function renderQuickstart(source: string, language: SampleLanguage, values: SampleValues): string {
  return replaceAll(source, placesOf(source, quotings[language], values, textNames))
}

/** In one pass over the original source: a value that looks like another placeholder is not replaced again. */
function replaceAll(source: string, places: readonly SamplePlace[]): string {
  let rendered = ''
  let position = 0
  for (const { start, end, replacement } of places) {
    rendered += source.slice(position, start) + replacement
    position = end
  }
  return rendered + source.slice(position)
}

/** The positions of all placeholders in order, for a view that shows a sample in parts. */
export function samplePlaces(source: string, language: SampleLanguage, values: SampleValues): readonly SamplePlace[] {
  const quoting: Quoting = quotings[language]
  return placesOf(source, quoting, values, quoting.names)
}

function placesOf(
  source: string,
  { mark, literal, later, typeOfNumbers = '' }: Quoting,
  values: SampleValues,
  names: Quoting['names'],
): readonly SamplePlace[] {
  const has = ([name, value]: readonly [SamplePlace['name'], string | number]) =>
    (names?.includes(name) ?? true) && !(later?.includes(name) && !source.includes(`${mark}${value}${mark}`))
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
        const begin = `${name}${typeOfNumbers} = `
        const replacement = value === undefined ? undefined : `${begin}${positive(name, value)}`
        return { name, ...placeOf(source, `${begin}${number}`, replacement) }
      }),
  ]
  return places.sort((a, b) => a.start - b.start)
}

function placeOf(source: string, placeholder: string, replacement = placeholder) {
  const start = source.indexOf(placeholder)
  const end = start + placeholder.length
  const isOnce = start >= 0 && source.indexOf(placeholder, end) < 0
  // `= 30` must not match in `= 300`
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
