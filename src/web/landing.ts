import { enlivenLanding } from './features/landing/enliven-landing.ts'

enlivenLanding(document)
