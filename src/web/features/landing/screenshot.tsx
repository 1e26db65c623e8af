import type { ComponentProps } from 'react'
import { type PictureName, pictureSize, pictureWidths } from './picture-widths.ts'

export interface ScreenshotProps
  extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'alt' | 'width' | 'height'> {
  readonly name: PictureName
  readonly alt: string
  /** How wide it is drawn, per width of the window: `(min-width: 64rem) 400px, 100vw`. */
  readonly sizes: string
}

/**
 * A screenshot of the dashboard in the width that the screen needs; JPEG for browsers without WebP. Its place is kept
 * free while it loads. A press opens it in full.
 */
export function Screenshot({ name, alt, sizes, ...rest }: ScreenshotProps) {
  const widths = pictureWidths[name].map((width) => `/pictures/${name}-${width}.webp ${width}w`)
  return (
    <a href={`/pictures/${name}.jpg`} target="_blank" rel="noopener" className="block">
      <picture className="contents">
        <source type="image/webp" srcSet={widths.join(', ')} sizes={sizes} />
        <img {...pictureSize} {...rest} src={`/pictures/${name}.jpg`} alt={alt} />
      </picture>
    </a>
  )
}
