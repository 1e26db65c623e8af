import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { preloadTextFont, sourceAddress, webBuild } from './vite.config.ts'
import { sampleExcerpts } from './vite.sample-excerpts.ts'

const place = '<div id="landing"></div>'

/** The landing page is drawn when it is built: a visitor gets HTML and CSS, and no application. */
const drawLanding: Plugin = {
  name: 'draw-landing',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const file = fileURLToPath(new URL('src/web/features/landing/landing-page.tsx', import.meta.url))
      const { module } = await runnerImport<{ LandingPage: FunctionComponent<{ sourceAddress: string }> }>(file, {
        configFile: false,
        plugins: [react(), sampleExcerpts()],
      })
      if (!html.includes(place)) throw new Error(`landing.html has no ${place}`)
      const page = createElement(module.LandingPage, { sourceAddress })
      return html.replace(place, () => renderToStaticMarkup(page))
    },
  },
}

/** A build of its own beside the application's, so that no script or style of that one gets in. */
export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), drawLanding, preloadTextFont],
  publicDir: false,
  build: {
    ...webBuild,
    rolldownOptions: { input: fileURLToPath(new URL('src/web/landing.html', import.meta.url)) },
  },
})
