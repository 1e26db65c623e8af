import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { passwordLinkStore } from './password-links.ts'
import { portalCodeStore } from './portal-codes.ts'
import { portalLogoStore } from './portal-logos.ts'
import { portalSessionStore } from './portal-sessions.ts'

/** What the portals of applications store. */
export const portalStore = (db: Kysely<Tables>) => ({
  sessions: portalSessionStore(db),
  codes: portalCodeStore(db),
  logos: portalLogoStore(db),
  links: passwordLinkStore(db),
})
