let renderedFor: number | undefined

/** Account this page was rendered for; sent with each request because another tab may have changed the cookie. */
export const pageAccount = {
  get: (): number | undefined => renderedFor,
  set(id: number): void {
    renderedFor = id
  },
}
