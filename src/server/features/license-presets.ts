import { maxPresets } from '../../shared/constants.ts'
import type { licensePresetRoutes } from '../../shared/contract/license-presets.ts'
import { findApplication, lockApplication } from '../http/auth/application-access.ts'
import { audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { licenseDefaults } from '../operations/new-license.ts'
import { defined } from '../store/columns.ts'
import type { StoreSet } from '../store/index.ts'
import { type LicensePreset, type NewPreset, PresetNameTaken } from '../store/licenses/license-presets.ts'

/** Beyond it the licenses of a preset are not counted. */
const mostCounted = 1000

/** Presets of licenses: what a maker sells again and again. Licenses get copies of their values. */
export function licensePresetHandlers({
  stores,
  clock,
}: Pick<Dashboard, 'stores' | 'clock'>): Handlers<typeof licensePresetRoutes> {
  return {
    'GET /api/applications/:id/presets': async ({ caller, params: { id }, query }) => {
      await findApplication(stores, caller, id, 'look')
      const read = query.isArchived ? stores.licensePresets.listArchived : stores.licensePresets.list
      const presets = await read(id, maxPresets)
      return Promise.all(
        presets.map(async (preset) => {
          const licenses = await stores.licensePresets.countLicenses(preset.id, mostCounted + 1)
          return { ...preset, licenses: licenses > mostCounted ? null : licenses }
        }),
      )
    },

    'POST /api/applications/:id/presets': ({ params: { id }, body, idempotentTransaction, ...actor }) =>
      idempotentTransaction(async (tx) => {
        await lockApplication(tx, actor.caller, id, 'manage')
        await requireRoom(tx, id)
        const now = clock.now()
        const preset = { ...presetDefaults, ...defined(body), name: body.name }
        const made = await tx.licensePresets.insert(id, preset, now).catch(throwProblem)
        await audit(tx, actor, 'preset.create', subjectOf(id, made), now)
        return made
      }),

    'PATCH /api/applications/:id/presets/:presetId': ({ params: { id, presetId }, body, ...actor }) =>
      stores.transaction(async (tx) => {
        await lockApplication(tx, actor.caller, id, 'manage')
        const found = await tx.licensePresets.find(id, presetId)
        if (!found) throw new Problem('preset_not_found')
        const { isArchived, ...change } = body
        const isRestored = isArchived === false && found.archivedAt !== null
        if (isRestored) await requireRoom(tx, id)
        const preset = await tx.licensePresets.update(id, presetId, body).catch(throwProblem)
        if (!preset) throw new Problem('preset_not_found')
        const now = clock.now()
        const fields = Object.keys(defined(change)).join(', ')
        if (isRestored) await audit(tx, actor, 'preset.restore', subjectOf(id, found), now)
        if (fields !== '') await audit(tx, actor, 'preset.update', subjectOf(id, found), now, fields)
        return preset
      }),

    'DELETE /api/applications/:id/presets/:presetId': ({ params: { id, presetId }, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const preset = await tx.licensePresets.lock(id, presetId)
        if (!preset) throw new Problem('preset_not_found')
        const now = clock.now()
        if (await tx.licensePresets.remove(id, presetId)) {
          await audit(tx, actor, 'preset.delete', subjectOf(id, preset), now)
          return { message: 'Preset deleted', isArchived: false }
        }
        if (await tx.licensePresets.archive(id, presetId, now)) {
          await audit(tx, actor, 'preset.archive', subjectOf(id, preset), now)
        }
        return { message: 'Preset archived', isArchived: true }
      }),
  }
}

const presetDefaults: Omit<NewPreset, 'name'> = {
  ...licenseDefaults,
  mask: null,
}

async function requireRoom(tx: StoreSet, applicationId: number): Promise<void> {
  if ((await tx.licensePresets.count(applicationId)) >= maxPresets) throw new Problem('limit_reached')
}

const subjectOf = (applicationId: number, { id, name }: Pick<LicensePreset, 'id' | 'name'>) =>
  ofApplication(applicationId, `, preset ${id} "${name}"`)

function throwProblem(error: unknown): never {
  if (error instanceof PresetNameTaken) {
    throw new Problem('preset_name_taken', { fields: { name: 'Another preset has this name already.' } })
  }
  throw error
}
