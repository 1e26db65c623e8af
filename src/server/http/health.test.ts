import { expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { metricsToken } from '../../../test/harness/scrape.ts'
import { DiskFull } from '../db/open.ts'

describeOnBothDatabases('the health paths', (open) => {
  it('answer HEAD as they answer GET, without the body, also while the server is not ready', async () => {
    const database = await open()
    const test = await createTestApp({ database, env: { METRICS_TOKEN: metricsToken } })
    const headers = { authorization: `Bearer ${metricsToken}` }
    const ask = async (path: string) => {
      const [get, head] = [await test.call('GET', path, { headers }), await test.call('HEAD', path, { headers })]
      expect([path, head.text, head.headers['content-type']]).toEqual([path, '', get.headers['content-type']])
      expect([path, head.status]).toEqual([path, get.status])
      return head.status
    }
    expect([await ask('/healthz'), await ask('/readyz'), await ask('/metrics')]).toEqual([200, 200, 200])
    expect((await test.call('HEAD', '/metrics')).status).toBe(404)
    await expect(database.transaction(() => Promise.reject(new DiskFull('no room')))).rejects.toThrow('no room')
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503])
    await test.close()
  })
})
