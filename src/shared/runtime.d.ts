/** What Node and every browser have in common and shared code uses; neither side's own types are visible here. */
declare class TextEncoder {
  encode(text?: string): Uint8Array
}

declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string): boolean
  readonly hostname: string
  readonly pathname: string
  readonly username: string
  readonly password: string
}
