import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport } from 'vite'
import { expect, it } from 'vitest'
import { sampleExcerpts } from '../../vite.sample-excerpts.ts'
import { sourceAddressOf } from '../../vite.source-address.ts'

const landing = fileURLToPath(new URL('../../src/web/features/landing/landing-page.tsx', import.meta.url))
const address = 'https://code.example.com/makers/keywright'

it('the landing page links to the source as soon as package.json names its repository, and to nothing before', async () => {
  const { module } = await runnerImport<{ LandingPage: FunctionComponent<{ sourceAddress: string }> }>(landing, {
    configFile: false,
    plugins: [react(), sampleExcerpts()],
  })
  const pageOf = (packageJson: object) =>
    renderToStaticMarkup(createElement(module.LandingPage, { sourceAddress: sourceAddressOf(packageJson) }))
  for (const repository of [address, { type: 'git', url: `git+${address}.git` }]) {
    expect(pageOf({ repository })).toMatch(new RegExp(`<a href="${address}"[^>]*>Read the source\\.</a>`))
  }
  for (const packageJson of [{}, { repository: 'makers/keywright' }, { repository: { url: 'javascript:alert(1)' } }]) {
    const page = pageOf(packageJson)
    expect(page).toContain('Keywright is free software')
    expect(page).not.toContain('Read the source')
  }
})
