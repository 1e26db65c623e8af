import { enhanceCode } from './features/guide/enhance-code.ts'
import { enhancePage } from './features/guide/enhance-page.ts'
import { enhanceSearch } from './features/guide/enhance-search.ts'

enhanceCode(document)
enhancePage(document)
enhanceSearch(document)
