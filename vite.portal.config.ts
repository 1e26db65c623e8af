import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { webBuild } from './vite.config.ts'

/** A build of its own, as the landing page has: a customer gets nothing of the dashboard. */
export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss()],
  publicDir: false,
  build: {
    ...webBuild,
    rolldownOptions: { input: fileURLToPath(new URL('src/web/portal.html', import.meta.url)) },
  },
})
