/** What shared code uses that both Node and every browser have; the types of either side are not visible here. */
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
