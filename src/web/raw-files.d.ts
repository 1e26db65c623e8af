/** A file's text as it is, put into the bundle when the web is built. */
declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: this is what the build makes of such an import
  export default text
}
