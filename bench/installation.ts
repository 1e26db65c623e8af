import { rmSync } from 'node:fs'
import { type RunningServer, startServer } from '../test/harness/start-server.ts'
import { type Seeded, type SeedOptions, seed } from './seed.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

export interface Installation {
  readonly server: RunningServer
  readonly port: number
  readonly pid: number
  readonly seeded: Seeded
}

interface InstallationOptions extends Omit<SeedOptions, 'dataDir'> {
  readonly prepare?: (dataDir: string) => Promise<void>
  /** Settings of the server besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>
}

/** Seeds a data folder, starts the real server on it, and removes both after the work. */
export async function withInstallation<T>(
  { prepare, env: more, ...options }: InstallationOptions,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const seeded = await seed({ dataDir, ...options })
    await prepare?.(dataDir)
    const env = { ...more, ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }) }
    const server = await startServer({ dataDir, hasOwner: false, env })
    const abandon = () => {
      server.process.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    }
    process.once('exit', abandon)
    try {
      return await work({ server, port: Number(new URL(server.origin).port), pid: server.process.pid ?? 0, seeded })
    } finally {
      process.off('exit', abandon)
      await server.stop()
    }
  })
}
