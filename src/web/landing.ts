import { enhanceLanding } from './features/landing/enhance-landing.ts'

enhanceLanding(document)
