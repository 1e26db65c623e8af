import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// The headless shell first: the same engine without the windows, tabs and menus that a walk never sees.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Disables first-run pages, updates and background traffic. */
const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--force-prefers-reduced-motion',
  // One process for all pages of a site: starting one for each takes longer than most pages do.
  '--process-per-site',
  '--disable-site-isolation-trials',
  // axe dominates the run time: the baseline JIT saves a third of it, the optimizing one nothing.
  '--js-flags=--no-turbofan',
]

const executable = findChromium()

/** Whether this run has a browser: `describe.skipIf(!hasBrowser)` names what is left out where there is none. */
export const hasBrowser = executable !== undefined

/** Path of the browser, for tests that start it themselves. */
export const browserProgram = executable

let shared: Promise<Browser> | undefined

/**
 * The system's Chromium without a window. The caller closes it. The test files that one worker runs one after another
 * share a browser, which takes as long to start as a short walk: there, closing it closes all its windows.
 */
export async function launchBrowser(): Promise<Browser> {
  if (!process.env.VITEST) return startBrowser()
  const running = await shared
  if (running?.isConnected()) return running
  shared = startBrowser()
  const browser = await shared
  const end = browser.close.bind(browser)
  process.once('SIGTERM', () => void end().finally(() => process.exit()))
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

function startBrowser(): Promise<Browser> {
  if (executable === undefined) {
    throw new Error(
      'There is no Chromium here. Debian: apt-get install chromium; elsewhere install Chrome or Chromium, ' +
        'or set CHROMIUM to the path of its program.',
    )
  }
  // Chromium's sandbox refuses root.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet
  return chromium.launch({ executablePath: executable, headless: true, args, handleSIGTERM: false })
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM ?? '', ...inPath, ...elsewhere].find((path) => path !== '' && existsSync(path))
}
