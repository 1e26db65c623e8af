/** Bodies of refusals, which each response narrows to its codes. */
const narrowed = new Set(['Problem', 'Refusal'])

/**
 * The document with every schema closed: a client must take fields that it does not know, but the tests must not see any
 * that the document does not name.
 */
export function closedSchemas(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => closedSchemas(each))
  if (typeof value !== 'object' || value === null) return value
  const closed = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'allOf' ? each : closedSchemas(each, key)]),
  )
  if ('allOf' in value) return { ...closed, unevaluatedProperties: false }
  const isOpen = !('properties' in value && value.properties !== null && closed.type === 'object')
  return isOpen || narrowed.has(name) || 'additionalProperties' in value
    ? closed
    : { ...closed, additionalProperties: false }
}
