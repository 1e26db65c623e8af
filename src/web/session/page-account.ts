let renderedFor: number | undefined

/**
 * For whom this page was drawn. Each call says so: the cookie belongs to the browser, and another tab may have signed in
 * as somebody else since.
 */
export const pageAccount = {
  get: (): number | undefined => renderedFor,
  set(id: number): void {
    renderedFor = id
  },
}
