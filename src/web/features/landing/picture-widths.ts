/** The size of a screenshot as it was taken. */
export const pictureSize = { width: 1440, height: 900 } as const

/** Widths in which each screenshot exists as WebP; `npm run pictures` makes them. The browser picks one. */
export const pictureWidths = {
  users: [720, 1152, 1440],
  overview: [400, 800, 1152],
  licenses: [400, 800, 1152],
  activity: [400, 800, 1152],
} as const

export type PictureName = keyof typeof pictureWidths
