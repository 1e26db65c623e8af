/** What Node and every browser have in common and shared code uses; neither side's own types are visible here. */
declare class TextEncoder {
  encode(text?: string): Uint8Array
}

declare class URL {
  constructor(url: string, base?: string)
  readonly username: string
  readonly password: string
}
