import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { buildPackages } from './scripts/client-packages/client-packages.mjs'
import { highlightSamples } from './vite.highlight-samples.ts'
import { sampleExcerpts } from './vite.sample-excerpts.ts'
import { sourceAddressOf } from './vite.source-address.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/**
 * Asks for the text font together with the page, so that the first words are not drawn twice. The mono font waits
 * until a screen uses it: a preload that goes unused is reported by the browser.
 */
export const preloadTextFont: Plugin = {
  name: 'preload-text-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
      if (font === undefined) throw new Error('The text font is not among the built files: see src/web/fonts.css')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
}

/** The server hands out the client packages under /packages/: nothing has to be published for them. */
const clientPackages: Plugin = {
  name: 'client-packages',
  apply: 'build',
  generateBundle() {
    for (const { name, bytes } of buildPackages()) {
      if (!name.endsWith('.tar.gz')) this.emitFile({ type: 'asset', fileName: `packages/${name}`, source: bytes })
    }
  },
}

/** Which rows are selected: only two of the lists have boxes. */
const isSelection = (id: string) =>
  /[\\/]src[\\/]web[\\/]ui[\\/]table[\\/](use-table-selection|row-selection)[.]/.test(id)
const isTable = (id: string) =>
  /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]|[\\/]src[\\/]web[\\/]ui[\\/]table[\\/]/.test(id) &&
  !isSelection(id)
const isShared = (id: string) =>
  /[\\/]node_modules[\\/]|[\\/]src[\\/]web[\\/](ui|layout|api|session|common[\\/]address|common[\\/]forms[\\/]leave-guard|texts[\\/](ui|layout|api|session|common|forms|views))[\\/.]/.test(
    id,
  ) &&
  !/[\\/]api[\\/]query-keys[\\/]/.test(id) &&
  !isAddress(id) &&
  !isReason(id) &&
  !isSelection(id) &&
  !isBulk(id) &&
  !isWindow(id)
/** What only windows and menus need: focus held inside, the page held still, fields of forms. None is open at first sight. */
const isWindow = (id: string) =>
  [
    /[\\/]node_modules[\\/](@radix-ui[\\/]react-(dialog|alert-dialog|focus-scope|focus-guards)|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden)[\\/]/,
    /[\\/]src[\\/]web[\\/](ui[\\/](form[\\/](switch|date-time-input|number-input)|dialog[\\/]form-dialog|use-debounced)|common[\\/]forms[\\/]use-form-dialog)[.]/,
  ].some((pattern) => pattern.test(id))
/** Why a call was refused, in sentences: all outcomes with their texts, which only lists of events need. */
const isReason = (id: string) =>
  /[\\/]src[\\/](web[\\/]common[\\/]activity-reason|shared[\\/](outcomes|messages))/.test(id)
/** Changes of many rows: the calls, which the page of licenses needs before a dialog is open. */
const isBulk = (id: string) =>
  /[\\/]src[\\/]web[\\/](common[\\/]bulk[\\/]bulk-target|api[\\/](api-lines|query-keys[\\/]bulk)|texts[\\/]bulk)[.]/.test(
    id,
  )
/** The calls about licenses, which their page and those that lead to it need. */
const isLicense = (id: string) => /[\\/]src[\\/]web[\\/]features[\\/]licenses[\\/]use-licens(es|e-details)[.]/.test(id)
/** How addresses of pages are read and written, and the like: some lines each, which several pages need. */
const isAddress = (id: string) =>
  [
    /[\\/]src[\\/]shared[\\/](events|rights)[.]/,
    /[\\/]src[\\/]web[\\/](api[\\/]query-keys[\\/](account|credentials)|common[\\/](forms[\\/]edit-conflict|refusal-of|settings-parts|add-button|api-key-use))[.]/,
    /[\\/]src[\\/]web[\\/]features[\\/](webhooks[\\/]webhook-search|blacklist[\\/]blacklist-(search|types)|application[\\/]use-application)/,
  ].some((pattern) => pattern.test(id))

/**
 * Few files instead of dozens of crumbs, whose headers alone would weigh as much as a screen: what a visitor needs, what
 * the screens of the signed-in share, and the table. The rest stays with its screen.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'signed-in', test: (id: string) => isShared(id) && !isTable(id), minShareCount: 3, priority: 2 },
  { name: 'table', test: isTable, priority: 1 },
  { name: 'reason', test: isReason, minShareCount: 2, priority: 1 },
  { name: 'address', test: isAddress, minShareCount: 2, priority: 1 },
  { name: 'bulk', test: isBulk, minShareCount: 2, priority: 1 },
  { name: 'license', test: isLicense, minShareCount: 2, priority: 1 },
  { name: 'window', test: isWindow, priority: 1 },
]

/** Where visitors read the source: the page links to it as soon as package.json names a repository. */
export const sourceAddress = sourceAddressOf(packageJson)

/** The same for the application, the landing page and the guide; only the first build empties the folder. */
export const webBuild = {
  outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
  emptyOutDir: false,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  target: 'es2023',
}

/**
 * Puts each text into the code that shows it: a file of `src/web/texts` holds those of a whole area, and a dialog's
 * would otherwise be loaded with the screen.
 */
const inlineTexts = { inlineConst: { mode: 'all' as const, pass: 2 } }

/**
 * The page runs under a strict Content-Security-Policy (`script-src 'self'`, fonts from our own origin only): nothing
 * is written into the HTML, no file is inlined as `data:`.
 */
export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), highlightSamples(), sampleExcerpts(), preloadTextFont, clientPackages],
  define: { 'import.meta.env.SOURCE_ADDRESS': JSON.stringify(sourceAddress) },
  build: {
    ...webBuild,
    emptyOutDir: true,
    rolldownOptions: { optimization: inlineTexts, output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/healthz': server },
  },
})
