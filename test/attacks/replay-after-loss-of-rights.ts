import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

/** A colleague repeats calls by their idempotency keys after the permission was taken away. */
export async function replayAfterLossOfRights(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { server } = target
  const { id } = await target.application()
  const colleague = await target.colleague('admin', ['manage_applications', 'view_all_data'])
  const calls = length === 'short' ? 6 : 100
  const create = (place: number) =>
    colleague.api('POST', `/api/applications/${id}/licenses/generate`, {}, { 'idempotency-key': `license-${place}` })
  const places = Array.from({ length: calls }, (_, place) => place)
  const count = async () => (await server.api<unknown[]>('GET', `/api/applications/${id}/licenses`)).body.length
  const repeat = async () => {
    const answers = []
    for (const place of places) answers.push(await create(place))
    return answers
  }
  const made = (await repeat()).filter(({ status }) => status === 200).length
  const replayed = (await repeat()).filter(({ status }) => status === 200).length
  const take = (permissions: readonly string[]) =>
    server.api('PATCH', `/api/admin/users/${colleague.id}`, { permissions })
  await take(['view_all_data'])
  const asViewer = await repeat()
  await take([])
  const asNobody = await repeat()
  const keys = [...asViewer, ...asNobody].filter(({ status, text }) => status === 200 || text.includes('licenseKey'))
  return [
    { name: 'creations', value: made, atLeast: calls },
    { name: 'replays with the permission', value: replayed, atLeast: calls },
    {
      name: 'refusals with the reason',
      value: asViewer.filter(({ status }) => status === 403).length,
      atLeast: calls,
    },
    { name: 'refusals as missing', value: asNobody.filter(({ status }) => status === 404).length, atLeast: calls },
    { name: 'replays without the permission', value: keys.length, atMost: 0 },
    { name: 'licenses made', value: await count(), atMost: calls, atLeast: calls },
  ]
}
