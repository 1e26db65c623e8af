import { cameWithoutSession } from './came-without-session.ts'
import { isLoggedOut } from './flags.ts'

/** This browser counts as signed out, or brought no session along: the server need not be asked. */
export const isVisitor = () => isLoggedOut() || cameWithoutSession()
