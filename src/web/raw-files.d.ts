/** A file's text, bundled at build time. */
declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: this is what the build makes of such an import
  export default text
}

interface ImportMetaEnv {
  /** Where the source can be read; empty while package.json names no repository. */
  readonly SOURCE_ADDRESS: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
