import type { codeTemplateRoutes } from '../../shared/contract/code-templates.ts'
import { renderSample, type SampleLanguage } from '../../shared/render-sample.ts'
import { requirePermission } from '../http/auth/authenticate.ts'
import { audit, type Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { readShippedSamples, type ShippedSample } from '../lib/shipped-samples.ts'
import type { EditedTemplate } from '../store/installation/code-templates.ts'

/** The code samples: as shipped, or edited for the whole installation by a user with edit_code. */
export function codeTemplateHandlers({
  stores,
  clock,
}: Pick<Dashboard, 'stores' | 'clock'>): Handlers<typeof codeTemplateRoutes> {
  const shipped = readShippedSamples()
  const shippedOf = (language: SampleLanguage): ShippedSample => {
    const template = shipped.find((one) => one.language === language)
    if (template === undefined) throw new Problem('not_found')
    return template
  }

  return {
    'GET /api/code-templates': async () => {
      const edited = await stores.codeTemplates.list()
      return shipped.map((template) =>
        templateSummary(
          template,
          edited.find(({ language }) => language === template.language),
        ),
      )
    },

    'GET /api/code-templates/:language': async ({ params: { language } }) =>
      templateView(shippedOf(language), await stores.codeTemplates.find(language)),

    'PUT /api/code-templates/:language': async ({ caller, request, params: { language }, body: { source } }) => {
      requirePermission(caller, 'edit_code')
      const template = shippedOf(language)
      assertPlaceholders(source, language)
      const editedAt = clock.now()
      const edited: EditedTemplate = { language, source, editedBy: caller.email, editedAt }
      const isShipped = source === template.source
      await stores.transaction(async (tx) => {
        if (isShipped) await tx.codeTemplates.remove(language)
        else await tx.codeTemplates.save(edited)
        await audit(tx, { caller, request }, 'code_template.update', `code template ${language}`, editedAt)
      })
      return templateView(template, isShipped ? undefined : edited)
    },

    'DELETE /api/code-templates/:language': async ({ caller, request, params: { language } }) => {
      requirePermission(caller, 'edit_code')
      await stores.transaction(async (tx) => {
        const wasEdited = await tx.codeTemplates.remove(language)
        const subject = `code template ${language}`
        if (wasEdited) await audit(tx, { caller, request }, 'code_template.restore', subject, clock.now())
      })
      return templateView(shippedOf(language), undefined)
    },
  }
}

function templateSummary(
  { language, title, file }: ShippedSample,
  edited: Pick<EditedTemplate, 'editedAt' | 'editedBy'> | undefined,
) {
  return {
    language,
    title,
    file,
    isEdited: edited !== undefined,
    editedAt: edited?.editedAt ?? null,
    editedBy: edited?.editedBy ?? null,
  }
}

const templateView = (template: ShippedSample, edited: EditedTemplate | undefined) => ({
  ...templateSummary(template, edited),
  source: edited?.source ?? template.source,
})

/** Rendered once before it is stored, so that every page can render it. */
function assertPlaceholders(source: string, language: SampleLanguage): void {
  try {
    renderSample(source, language, {})
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Problem('invalid_request', { message: `${message}.`, fields: { source: `${message}.` } })
  }
}
