import { newApplication } from '../src/server/features/applications.ts'
import type { ApplicationSettings } from '../src/server/store/applications.ts'

interface DemoApplication extends ApplicationSettings {
  readonly userCount: number
}

/** What the demo account sells. */
export const demoApplications: readonly DemoApplication[] = [
  {
    ...newApplication,
    name: 'My Game App',
    description: 'A racing game with online seasons.',
    version: '1.4',
    userCount: 260,
  },
  {
    ...newApplication,
    name: 'Photo Studio Pro',
    description: 'Batch editing for photographers; sold by the seat.',
    version: '3.2',
    registrationMode: 'license',
    userCount: 90,
  },
]
