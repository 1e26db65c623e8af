import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** How many pictures these are, once each of them was scrolled to and is there. */
export async function loadedPictures(pictures: Locator): Promise<number> {
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    const widthPx = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(widthPx).toBeGreaterThan(0)
  }
  return pictures.count()
}
