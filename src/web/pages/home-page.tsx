import { FullPageLoading } from '../layout/full-page-loading.tsx'
import { useSession } from '../session/session.ts'
import { isVisitor } from '../session/sign-in-flags.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const PageLoading = () => <FullPageLoading />
const StartPage = lazyComponent(async () => (await import('./start-page.tsx')).StartPage, PageLoading)
const DashboardPage = lazyComponent(async () => (await import('./dashboard-page.tsx')).DashboardPage, PageLoading)

/** Loads while the session is being requested. */
export function preloadDashboard(): void {
  if (!isVisitor()) void DashboardPage.preload()
}

/** `/`: the dashboard when signed in, otherwise the start page. */
export function HomePage() {
  const { status } = useSession()
  return status === 'signed-in' ? <DashboardPage /> : <StartPage />
}
