import { FullPageLoading } from '../layout/full-page-loading.tsx'
import { useSession } from '../session/session.ts'
import { isVisitor } from '../session/visitor.ts'
import { late } from '../ui/late.tsx'

const Waiting = () => <FullPageLoading />
const StartPage = late(async () => (await import('./start-page.tsx')).StartPage, Waiting)
const DashboardPage = late(async () => (await import('./dashboard-page.tsx')).DashboardPage, Waiting)

/** Fetched while the server is being asked who is there. */
export function preloadDashboard(): void {
  if (!isVisitor()) void DashboardPage.preload()
}

/** `/`: the dashboard for the signed-in, the way to sign in for everybody else. */
export function HomePage() {
  const { status } = useSession()
  return status === 'signed-in' ? <DashboardPage /> : <StartPage />
}
