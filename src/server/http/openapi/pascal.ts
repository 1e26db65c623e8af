/** `user_not_found` and `api-keys` as names of components: `UserNotFound`, `ApiKeys`. */
export const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9])[^A-Za-z0-9]*([A-Za-z0-9]?)/g, (_all, letter: string) => letter.toUpperCase())
