/** A sample, highlighted at build time: where its `HighlightedSample` can be fetched. */
declare module '*?sample' {
  export const address: string
}

/** What is known about the same client as a package. */
declare module '*?package' {
  export const facts: import('./code-kinds.ts').PackageFacts
}

/** A style sheet imported by a module. */
declare module '*.css' {}
