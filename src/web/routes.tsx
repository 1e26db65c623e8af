import { createRootRoute, createRoute, createRouter, Outlet, useRouterState } from '@tanstack/react-router'
import { isPage } from '../shared/pages.ts'
import { signInPath } from './address/next-path.ts'
import { Redirect } from './address/redirect.tsx'
import { parseSearch, stringifySearch } from './address/search-text.ts'
import { applicationSearch } from './features/application/application-search.ts'
import { dashboardSearch } from './features/dashboard/dashboard-search.ts'
import { signInSearch } from './features/sign-in/sign-in-search.ts'
import { FullPageLoading } from './layout/full-page-loading.tsx'
import { latePage } from './layout/late-page.tsx'
import { SessionGate } from './layout/session-gate.tsx'
import { HomePage, preloadDashboard } from './pages/home-page.tsx'
import { LoginPage } from './pages/login-page.tsx'
import { useSession } from './session/session.ts'
import { isVisitor } from './session/visitor.ts'
import { late } from './ui/late.tsx'

const Waiting = () => <FullPageLoading />
const NotFoundPage = late(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage, Waiting)
const StartFailure = late(async () => (await import('./layout/start-failure.tsx')).StartFailure, Waiting)
const SignedInFrame = late(async () => (await import('./pages/signed-in-frame.tsx')).SignedInFrame, Waiting)
const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInOnly })

const inRoot = () => root
const inSignedIn = () => signedIn

const tree = root.addChildren([
  createRoute({
    getParentRoute: inRoot,
    path: '/',
    validateSearch: dashboardSearch,
    component: HomePage,
    loader: preloadDashboard,
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/login',
    validateSearch: signInSearch,
    component: LoginPage,
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/setup',
    component: latePage(async () => (await import('./pages/setup-page.tsx')).SetupPage),
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/admin-login',
    component: latePage(async () => (await import('./pages/admin-login-page.tsx')).AdminLoginPage),
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/user-management',
    component: latePage(async () => (await import('./pages/user-management-page.tsx')).UserManagementPage),
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/firebase-login',
    component: latePage(async () => (await import('./pages/firebase-login-page.tsx')).FirebaseLoginPage),
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/invite',
    component: latePage(async () => (await import('./pages/invite-page.tsx')).InvitePage),
  }),
  createRoute({
    getParentRoute: inRoot,
    path: '/reset-password',
    component: latePage(async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage),
  }),
  signedIn.addChildren([
    createRoute({
      getParentRoute: inSignedIn,
      path: '/account',
      component: latePage(async () => (await import('./pages/account-page.tsx')).AccountPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/dashboard',
      validateSearch: dashboardSearch,
      component: latePage(async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
    }),
    // One screen under two addresses; our own links use the first.
    createRoute({
      getParentRoute: inSignedIn,
      path: '/app/$id',
      validateSearch: applicationSearch,
      component: latePage(async () => (await import('./pages/application-page.tsx')).ApplicationPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/applications/$id',
      validateSearch: applicationSearch,
      component: latePage(async () => (await import('./pages/application-page.tsx')).ApplicationPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/app/$id/licenses',
      component: latePage(async () => (await import('./pages/licenses-page.tsx')).LicensesPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/webhooks',
      component: latePage(async () => (await import('./pages/webhooks-page.tsx')).WebhooksPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/custom-messages',
      component: latePage(async () => (await import('./pages/custom-messages-page.tsx')).CustomMessagesPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/blacklist',
      component: latePage(async () => (await import('./pages/blacklist-page.tsx')).BlacklistPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/activity-logs',
      component: latePage(async () => (await import('./pages/activity-logs-page.tsx')).ActivityLogsPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/integration',
      component: latePage(async () => (await import('./pages/integration-page.tsx')).IntegrationPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/code-templates',
      component: latePage(async () => (await import('./pages/code-templates-page.tsx')).CodeTemplatesPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/code-editor',
      component: latePage(async () => (await import('./pages/code-editor-page.tsx')).CodeEditorPage),
    }),
    createRoute({
      getParentRoute: inSignedIn,
      path: '/docs',
      component: latePage(async () => (await import('./pages/docs-page.tsx')).DocsPage),
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

// Fetched while the server is being asked who is there.
if (!isVisitor()) void SignedInFrame.preload()

/** The server answers 404 for a path that `isPage` does not know; the screen says the same. */
function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { status } = useSession()
  const screen = isPage(path) ? <Outlet /> : <NotFoundPage />
  return <SessionGate>{status === 'signed-in' ? <SignedInFrame>{screen}</SignedInFrame> : screen}</SessionGate>
}

/** A visitor goes to the sign-in page and comes back here; whose session ends meanwhile signs in over the page. */
function SignedInOnly() {
  const { status } = useSession()
  const address = useRouterState({ select: (state) => state.location.href })
  return status === 'signed-in' ? <Outlet /> : <Redirect to={signInPath(address)} />
}
