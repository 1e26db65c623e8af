import { z } from 'zod'
import { codeTemplateMaxLength } from '../constants.ts'
import { sampleLanguages } from '../render-sample.ts'
import { Paragraph, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByLanguage = z.strictObject({ language: z.enum(sampleLanguages) })

const facts = {
  language: z.enum(sampleLanguages),
  title: z.string(),
  /** The sample's file name. */
  file: z.string(),
  /** Changed here; the shipped texts are compiled and run by the tests, a changed one is not. */
  isEdited: z.boolean(),
  /** When and by whom it was last changed; null for a shipped text. */
  editedAt: Time.nullable(),
  editedBy: z.string().nullable(),
}

const CodeTemplate = z.object({ ...facts, source: z.string() })

/** The samples' texts, for the whole installation. No management token reads or changes them. */
export const codeTemplateRoutes = {
  'GET /api/code-templates': {
    auth: 'session',
    token: 'none',
    summary: 'Code templates of every language, without their texts',
    reply: z.array(z.object(facts)),
  },
  'GET /api/code-templates/:language': {
    auth: 'session',
    token: 'none',
    summary: 'The code template of a language, its placeholders not filled in',
    params: ByLanguage,
    reply: CodeTemplate,
  },
  'PUT /api/code-templates/:language': {
    auth: 'session',
    token: 'none',
    summary: 'Change a code template for everybody; every placeholder must still stand in it exactly once',
    params: ByLanguage,
    body: z.strictObject({ source: Paragraph(codeTemplateMaxLength) }),
    reply: CodeTemplate,
  },
  'DELETE /api/code-templates/:language': {
    auth: 'session',
    token: 'none',
    summary: 'Back to the shipped text',
    params: ByLanguage,
    reply: CodeTemplate,
  },
} satisfies Routes
