import { insertCallGroups } from './inserts/call-groups.ts'
import { insertCalls, insertClientCall } from './inserts/calls.ts'
import { insertOutcomes, insertProblems } from './inserts/errors.ts'
import { insertEvents, insertMessages, insertPayload, insertTokenActions } from './inserts/events.ts'
import { insertImportColumns } from './inserts/import-columns.ts'
import { insertLimits } from './inserts/limits.ts'
import { insertQuickstarts, insertRegion, insertSampleList, insertWebhookVerification } from './inserts/samples.ts'
import { insertSettings } from './inserts/settings.ts'

/** What a line such as `<!-- insert: limits client -->` becomes: Markdown, written from the product's own tables. */
const inserts: Readonly<Record<string, (argument: string) => string>> = {
  'client-call': insertClientCall,
  calls: insertCalls,
  'call-groups': insertCallGroups,
  outcomes: insertOutcomes,
  problems: insertProblems,
  limits: insertLimits,
  settings: insertSettings,
  region: insertRegion,
  samples: insertSampleList,
  quickstarts: insertQuickstarts,
  'webhook-verification': insertWebhookVerification,
  events: insertEvents,
  payload: insertPayload,
  messages: insertMessages,
  'token-actions': insertTokenActions,
  'import-columns': insertImportColumns,
}

const insertLine = /^<!-- insert: ([\w-]+) ?(.*?) -->$/gm

/** The page's text with every insert written out. */
export function expandInserts(markdown: string): string {
  return markdown.replace(insertLine, (_, name: string, argument: string) => {
    const insert = inserts[name]
    if (insert === undefined) throw new Error(`There is no insert called "${name}"`)
    return insert(argument)
  })
}
