/** The ten rules of direction: which folder may import which. No rule names a feature, so a new one needs no edit here. */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  forbidden: [
    // 1 no circle of imports, types included
    forbid('no-cycles', {}, { circular: true }),
    // 2 shared imports itself and zod: nothing of Node, the server or the web
    forbid('shared-needs-only-zod', { path: '^src/shared/' }, { pathNot: '^src/shared/|node_modules/zod/' }),
    // 3 neither side imports the other, not even a type
    forbid(
      'web-and-server-never-meet',
      { path: '^src/(server|web)/' },
      { path: '^src/(server|web)/', pathNot: '^src/$1/' },
    ),
    // 4 the web takes the contract with `import type` only: a schema in the browser would cost it all of zod
    forbid(
      'web-sees-the-contract-as-types',
      { path: '^src/web/' },
      { path: '^src/shared/contract/', dependencyTypesNot: ['type-only'] },
    ),
    // 5 a feature never imports another feature, on either side, not even a type
    forbid(
      'features-are-islands',
      { path: '^src/(server|web)/features/([^/.]+)' },
      { path: '^src/$1/features/', pathNot: '^src/$1/features/$2[/.]' },
    ),
    // 6 only app, parts, main, the two routers, pages/ and the entries of the landing page, the portal and the guide import features
    forbid(
      'only-the-root-knows-features',
      {
        path: '^src/(server|web)/',
        pathNot:
          '^src/(server|web)/(features/|pages/|app[.]|parts[.]|main[.]|landing[.]|guide[.]|portal[.]|register-routes[.]|router[.])',
      },
      { path: '^src/(server|web)/features/' },
    ),
    // 7 nobody imports app, main, a router or a page (a page may import a page)
    forbid(
      'nothing-imports-the-root',
      { path: '^src/(server|web)/[^/]+/', pathNot: '^src/web/pages/' },
      { path: '^src/(server|web)/((app|main|register-routes|router)[.]tsx?$|pages/)' },
    ),
    // 8 store and db know nothing of http, events or Fastify
    forbid(
      'store-knows-no-http',
      { path: '^src/server/(store|db)/' },
      { path: '^src/server/(http|events)/|node_modules/fastify/' },
    ),
    // 9 kysely, pg and node:sqlite only in store and db; everybody else enters through db/open.ts
    forbid(
      'sql-only-in-store',
      { path: '^src/server/', pathNot: '^src/server/(store|db)/' },
      {
        path: 'node_modules/(kysely|pg)/|^(node:)?sqlite$|^src/server/db/',
        pathNot: '^src/server/db/open[.]ts$',
      },
    ),
    // 10 every module is reached from main, cli, landing, portal or guide (threads and the process that hashes are started by their URL)
    forbid(
      'no-dead-modules',
      { path: '^src/(server|web)/(main|cli|landing|guide|portal)[.]tsx?$' },
      {
        path: '^src/',
        pathNot:
          '^src/web/public/|([.]d[.]ts|/(main|cli|landing|guide|portal)[.]tsx?|/accounts/webauthn-thread[.]ts|/db/checkpoint[.]ts|/db/reader-thread[.]ts|/store/activity/activity-purge-thread[.]ts|/lib/passwords/hash-process[.]ts|/backups/backup-process[.]ts)$',
        reachable: false,
      },
    ),
  ],
  options: {
    // sees `import type`, which type stripping removes
    tsPreCompilationDeps: true,
    exclude: '[.]test[.]tsx?$',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
}
