import { createRoot } from 'react-dom/client'
import { PortalApp } from './features/portal/portal-app.tsx'
import { followColorScheme } from './features/portal/portal-look.ts'

followColorScheme()

const root = document.getElementById('root')
if (root === null) throw new Error('portal.html has no element with the id root')
const [, , slug = '', page = ''] = location.pathname.split('/')
createRoot(root).render(<PortalApp {...{ slug, page }} />)
