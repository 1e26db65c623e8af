import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type PictureName, pictureSize, pictureWidths } from '../../src/web/features/landing/picture-widths.ts'
import { launchBrowser } from '../harness/browser.ts'
import { landingPictures } from './landing-pictures.ts'
import { waitUntilComplete } from './watched-page.ts'

const folder = fileURLToPath(new URL('../../src/web/public/pictures/', import.meta.url))

/** Signs in to the demo with a real browser and takes what the landing page shows. */
async function main(): Promise<void> {
  const demo = spawn(process.execPath, [fileURLToPath(new URL('../../demo/main.ts', import.meta.url))], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await launchBrowser()
  try {
    const origin = await originOf(demo.stdout)
    const page = await browser.newPage({ viewport: pictureSize, colorScheme: 'dark' })
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in to the demo' }).click()
    await page
      .getByRole('link', { name: 'Manage' })
      .or(page.getByRole('button', { name: 'Manage' }))
      .first()
      .click()
    await page.waitForURL(/\/app\/\d+/)
    const application = /\/app\/\d+/.exec(page.url())?.[0] ?? ''
    mkdirSync(folder, { recursive: true })
    for (const [name, address, text] of landingPictures) {
      await page.goto(`${origin}${application}${address}`, { waitUntil: 'load' })
      await waitUntilComplete(page, text)
      await page.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality: 82 })
      await writeWebp(page, name)
      process.stdout.write(`  ${name}\n`)
    }
    copyFileSync(`${folder}users.jpg`, fileURLToPath(new URL('../../docs/images/users.jpg', import.meta.url)))
  } finally {
    await browser.close()
    demo.kill('SIGTERM')
  }
}

/** The browser draws and encodes the picture in each width itself. */
async function writeWebp(page: Page, name: PictureName): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const width of pictureWidths[name]) {
    const clip = { x: 0, y: 0, ...pictureSize, scale: width / pictureSize.width }
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip })
    writeFileSync(`${folder}${name}-${width}.webp`, Buffer.from(data, 'base64'))
  }
  await session.detach()
}

function originOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const origin = /(http:\/\/\S+:\d+)/.exec(text)?.[1]
      if (origin && text.includes('The demo is ready')) resolve(origin)
    })
  })
}

await main()
