/** The anchor of a heading in the guide: `## Seats and users` is `#seats-and-users`, `### `code`` is `#code`. */
export const headingAnchor = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
