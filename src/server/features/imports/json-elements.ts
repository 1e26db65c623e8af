import { UnreadableFile } from './import-file.ts'

export interface JsonElement {
  /** Name of the list that contains it; '' for a file that is itself a list. */
  readonly list: string
  readonly value: unknown
}

/**
 * Yields the elements of a file's lists one at a time: `[…]`, or `{"users": […], "subscription": […]}`. Parsing a
 * large file in one go would block the event loop.
 */
export function* jsonElements(text: string): Generator<JsonElement> {
  const start = skipBlanks(text, text.startsWith('\uFEFF') ? 1 : 0)
  if (text[start] === '[') yield* elements(text, start, '')
  else if (text[start] === '{') yield* lists(text, start)
  else throw new UnreadableFile("This file isn't JSON.")
}

function* lists(text: string, start: number): Generator<JsonElement, void> {
  let at = skipBlanks(text, start + 1)
  while (text[at] !== '}') {
    const end = endOfValue(text, at)
    const list = parsed(text, at, end)
    at = skipBlanks(text, end)
    if (typeof list !== 'string' || text[at] !== ':') throw wrongAt(at)
    at = skipBlanks(text, at + 1)
    at = skipBlanks(text, text[at] === '[' ? yield* elements(text, at, list) : endOfValue(text, at))
    at = nextOf(text, at, '}')
  }
}

/** Returns where the list ends. */
function* elements(text: string, start: number, list: string): Generator<JsonElement, number> {
  let at = skipBlanks(text, start + 1)
  while (text[at] !== ']') {
    const end = endOfValue(text, at)
    yield { list, value: parsed(text, at, end) }
    at = nextOf(text, skipBlanks(text, end), ']')
  }
  return at + 1
}

/** After a value comes a comma and another value, or the end. */
function nextOf(text: string, at: number, end: ']' | '}'): number {
  if (text[at] === end) return at
  if (text[at] !== ',') throw wrongAt(at)
  return skipBlanks(text, at + 1)
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return at
}

function endOfValue(text: string, start: number): number {
  const isNested = text[start] === '{' || text[start] === '['
  if (text[start] === '"') return endOfString(text, start)
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at) - 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (isNested && depth === 0) return at + 1
      if (depth < 0) return at
    } else if (!isNested && (sign === ',' || sign === ' ' || sign === '\n' || sign === '\r')) return at
  }
  throw wrongAt(start)
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  throw wrongAt(start)
}

function parsed(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end))
  } catch {
    throw wrongAt(start)
  }
}

const wrongAt = (at: number) => new UnreadableFile(`This file isn't JSON from character ${at + 1} on.`)
