import { Problem } from './problem.ts'

/** The refusal of one field for a reason that its schema can't know; the text is a whole sentence. */
export function wrongField(field: string, text: string): Problem {
  return new Problem('invalid_request', { message: text, fields: { [field]: text } })
}
