import { z } from 'zod'
import { codeTemplateMaxLength } from '../constants.ts'
import { sampleLanguages } from '../render-sample.ts'
import { Paragraph, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByLanguage = z.strictObject({ language: z.enum(sampleLanguages) })

const facts = {
  language: z.enum(sampleLanguages),
  title: z.string(),
  /** Name of the sample's file. */
  file: z.string(),
  /** Edited here. The tests compile and run the shipped texts, not the edited ones. */
  isEdited: z.boolean(),
  /** When and by whom it was last edited; null for a shipped text. */
  editedAt: Time.nullable(),
  editedBy: z.string().nullable(),
}

const CodeTemplate = z.object({ ...facts, source: z.string() })

/** The code samples of the whole installation. No management token reads or changes them. */
export const codeTemplateRoutes = {
  'GET /api/code-templates': {
    name: 'listCodeTemplates',
    auth: 'session',
    token: 'none',
    summary: 'List code templates, without their texts',
    reply: z.array(z.object(facts)),
  },
  'GET /api/code-templates/:language': {
    name: 'getCodeTemplate',
    refuses: ['not_found'],
    auth: 'session',
    token: 'none',
    summary: 'Get the code template of a language, with placeholders',
    params: ByLanguage,
    reply: CodeTemplate,
  },
  'PUT /api/code-templates/:language': {
    name: 'updateCodeTemplate',
    refuses: ['not_found'],
    auth: 'session',
    token: 'none',
    summary: 'Change a code template for everyone; it must contain each placeholder exactly once',
    params: ByLanguage,
    body: z.strictObject({ source: Paragraph(codeTemplateMaxLength) }),
    reply: CodeTemplate,
  },
  'DELETE /api/code-templates/:language': {
    name: 'resetCodeTemplate',
    refuses: ['not_found'],
    auth: 'session',
    token: 'none',
    summary: 'Restore the shipped text',
    params: ByLanguage,
    reply: CodeTemplate,
  },
} satisfies Routes
