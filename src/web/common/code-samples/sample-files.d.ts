/** A sample, highlighted at build time. */
declare module '*?sample' {
  export const sample: import('./code-kinds.ts').HighlightedSample
}

/** What is known about the same client as a package. */
declare module '*?package' {
  export const facts: import('./code-kinds.ts').PackageFacts
}

/** A style sheet imported by a module. */
declare module '*.css' {}
