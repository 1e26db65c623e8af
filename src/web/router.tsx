import { createRootRoute, createRoute, createRouter, Outlet, useRouterState } from '@tanstack/react-router'
import { hasScreen } from '../shared/pages.ts'
import { signInPath } from './common/address/next-path.ts'
import { Redirect } from './common/address/redirect.tsx'
import { parseSearch, stringifySearch } from './common/address/search-text.ts'
import { applicationSearch } from './features/application/application-search.ts'
import { dashboardSearch } from './features/dashboard/dashboard-search.ts'
import { signInSearch } from './features/sign-in/sign-in-search.ts'
import { FullPageLoading } from './layout/full-page-loading.tsx'
import { lazyPage } from './layout/lazy-page.tsx'
import { SessionGate } from './layout/session-gate.tsx'
import { HomePage, preloadDashboard } from './pages/home-page.tsx'
import { LoginPage } from './pages/login-page.tsx'
import { useSession } from './session/session.ts'
import { isVisitor } from './session/sign-in-flags.ts'
import { lazyComponent } from './ui/lazy-component.tsx'

const PageLoading = () => <FullPageLoading />
const NotFoundPage = lazyComponent(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage, PageLoading)
const StartFailure = lazyComponent(async () => (await import('./layout/start-failure.tsx')).StartFailure, PageLoading)
const SignedInFrame = lazyComponent(
  async () => (await import('./pages/signed-in-frame.tsx')).SignedInFrame,
  PageLoading,
)
const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInOnly })

const parentRoot = () => root
const parentSignedIn = () => signedIn

const tree = root.addChildren([
  createRoute({
    getParentRoute: parentRoot,
    path: '/',
    validateSearch: dashboardSearch,
    component: HomePage,
    loader: preloadDashboard,
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/login',
    validateSearch: signInSearch,
    component: LoginPage,
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/setup',
    component: lazyPage(async () => (await import('./pages/setup-page.tsx')).SetupPage),
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/admin-login',
    component: lazyPage(async () => (await import('./pages/admin-login-page.tsx')).AdminLoginPage),
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/user-management',
    component: lazyPage(async () => (await import('./pages/user-management-page.tsx')).UserManagementPage),
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/firebase-login',
    component: lazyPage(async () => (await import('./pages/firebase-login-page.tsx')).FirebaseLoginPage),
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/invite',
    component: lazyPage(async () => (await import('./pages/invite-page.tsx')).InvitePage),
  }),
  createRoute({
    getParentRoute: parentRoot,
    path: '/reset-password',
    component: lazyPage(async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage),
  }),
  signedIn.addChildren([
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/account',
      component: lazyPage(async () => (await import('./pages/account-page.tsx')).AccountPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/dashboard',
      validateSearch: dashboardSearch,
      component: lazyPage(async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
    }),
    // One screen at two addresses; our own links use the first.
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/app/$id',
      validateSearch: applicationSearch,
      component: lazyPage(async () => (await import('./pages/application-page.tsx')).ApplicationPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/applications/$id',
      validateSearch: applicationSearch,
      component: lazyPage(async () => (await import('./pages/application-page.tsx')).ApplicationPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/app/$id/licenses',
      component: lazyPage(async () => (await import('./pages/licenses-page.tsx')).LicensesPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/app/$id/selling',
      component: lazyPage(async () => (await import('./pages/selling-page.tsx')).SellingPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/app/$id/settings/$part',
      component: lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/webhooks',
      component: lazyPage(async () => (await import('./pages/webhooks-page.tsx')).WebhooksPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/custom-messages',
      component: lazyPage(async () => (await import('./pages/custom-messages-page.tsx')).CustomMessagesPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/blacklist',
      component: lazyPage(async () => (await import('./pages/blacklist-page.tsx')).BlacklistPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/activity-logs',
      component: lazyPage(async () => (await import('./pages/activity-logs-page.tsx')).ActivityLogsPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/integration',
      component: lazyPage(async () => (await import('./pages/integration-page.tsx')).IntegrationPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/code-templates',
      component: lazyPage(async () => (await import('./pages/code-templates-page.tsx')).CodeTemplatesPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/code-editor',
      component: lazyPage(async () => (await import('./pages/code-editor-page.tsx')).CodeEditorPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/system',
      component: lazyPage(async () => (await import('./pages/system-page.tsx')).SystemPage),
    }),
    createRoute({
      getParentRoute: parentSignedIn,
      path: '/docs',
      component: lazyPage(async () => (await import('./pages/docs-page.tsx')).DocsPage),
    }),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPendingComponent: FullPageLoading,
  defaultErrorComponent: ({ error, reset }) => (
    <StartFailure error={error instanceof Error ? error : new Error(String(error))} retry={reset} isRetrying={false} />
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// Loads while the session is being requested.
if (!isVisitor()) void SignedInFrame.preload()

/** Paths without a screen get the "not found" that the server sends with 404. */
function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { status } = useSession()
  const screen = hasScreen(path) ? <Outlet /> : <NotFoundPage />
  return <SessionGate>{status === 'signed-in' ? <SignedInFrame>{screen}</SignedInFrame> : screen}</SessionGate>
}

/** Visitors are redirected to the sign-in page and back. An expired session signs in over the page. */
function SignedInOnly() {
  const { status } = useSession()
  const address = useRouterState({ select: (state) => state.location.href })
  return status === 'signed-in' ? <Outlet /> : <Redirect to={signInPath(address)} />
}
