/** A sample, highlighted at build time. */
declare module '*?sample' {
  export const sample: import('./code-kinds.ts').HighlightedSample
}

/** A style sheet imported by a module. */
declare module '*.css' {}
