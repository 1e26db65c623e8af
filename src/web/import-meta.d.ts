interface ImportMetaEnv {
  /** Where the source can be read; empty while package.json names no repository. */
  readonly SOURCE_ADDRESS: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
