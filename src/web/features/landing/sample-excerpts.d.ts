/** What the landing page shows of a sample (`vite.sample-excerpts.ts`). */
declare module '*?excerpt' {
  export const excerpt: {
    /** Lines of the whole program. */
    readonly lines: number
    readonly code: string
  }
}
