import { lazyRouteComponent } from '@tanstack/react-router'
import { wasLoggedIn } from '../session/flags.ts'
import { useSession } from '../session/session.ts'

const StartPage = lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage')
const DashboardPage = lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage')

/** Fetched while the server is being asked who is there. */
export function preloadDashboard(): void {
  if (wasLoggedIn()) void DashboardPage.preload?.()
}

/** `/`: the dashboard for the signed-in, the way to sign in for everybody else. */
export function HomePage() {
  const { status } = useSession()
  return status === 'signed-in' ? <DashboardPage /> : <StartPage />
}
