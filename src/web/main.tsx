import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadStalePage } from './layout/reload-stale-page.ts'
import { keepDarkTheme } from './layout/theme.ts'
import { adoptCspNonce } from './ui/adopt-csp-nonce.ts'

adoptCspNonce()
keepDarkTheme()
reloadStalePage()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(<App />)
