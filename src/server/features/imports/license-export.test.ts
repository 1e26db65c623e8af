import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld } from '../../../../test/harness/world.ts'

describeOnBothDatabases('an export of licenses', (open) => {
  const suite = useSuite(open)

  test('has preset and features in its last columns, after those that it had before', async () => {
    const w = await createWorld(suite, suite.maker)
    const features = { export: true, projects: 10, tier: 'pro' }
    const preset = await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, { name: 'Pro', features })
    await w.license({ presetId: preset.id })
    await w.license()
    const read = async (format: string) => (await w.maker.api('GET', `${w.base}/licenses/export?format=${format}`)).text
    const [head, first, second] = (await read('csv')).split('\r\n')
    const before = 'license_key,max_users,validity_days,validity_start,expires_at,description,is_active,created_at'
    expect(head).toBe(`${before},hold,hold_reason,preset,features`)
    expect(first).toMatch(/,Pro,"\{""export"":true,""projects"":10,""tier"":""pro""\}"$/)
    expect(second).toMatch(/,,$/)
    const rows = JSON.parse(await read('json')) as { preset: unknown; features: unknown }[]
    expect(rows.map((row) => ({ preset: row.preset, features: row.features }))).toEqual([
      { preset: 'Pro', features },
      { preset: null, features: null },
    ])
  })
})
