import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { buildGuide } from './guide/build-guide.ts'
import { preloadTextFont, webBuild } from './vite.config.ts'

/** The pages of the guide are drawn when the web is built: the built guide.html is the frame of each. */
const drawGuide: Plugin = {
  name: 'draw-guide',
  apply: 'build',
  async closeBundle() {
    const frame = join(webBuild.outDir, 'guide.html')
    for (const [path, text] of await buildGuide(readFileSync(frame, 'utf8'))) {
      const file = join(webBuild.outDir, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    rmSync(frame)
  },
}

/** A build of its own, as the landing page has: a reader gets HTML, one style sheet and one small script. */
export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [tailwindcss(), preloadTextFont, drawGuide],
  publicDir: false,
  build: {
    ...webBuild,
    rolldownOptions: { input: fileURLToPath(new URL('src/web/guide.html', import.meta.url)) },
  },
})
