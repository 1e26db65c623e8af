/** A sample, highlighted when the web is built. */
declare module '*?sample' {
  export const sample: import('./code-kinds.ts').HighlightedSample
}

/** Styles that come with the module that imports them. */
declare module '*.css' {}
