import { Problem } from './problem.ts'
import { asField, asMessage } from './validation-errors.ts'

/** Rejects one field for a reason that its schema can't check; the text is a whole sentence. */
export function fieldError(field: string, text: string): Problem {
  return new Problem('invalid_request', { message: text, fields: { [field]: text } })
}

/** The same for a rule that gives the end of a sentence: "must not contain your email address". */
export function fieldValueError(field: string, predicate: string): Problem {
  return new Problem('invalid_request', {
    message: asMessage(field, predicate),
    fields: { [field]: asField(predicate) },
  })
}
