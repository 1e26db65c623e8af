/** Limits a statement to one row of one application: by both ids, so that no id reaches another application's row. */
export function inApplication<Q extends { where(column: 'application_id' | 'id', operator: '=', value: number): Q }>(
  query: Q,
  applicationId: number,
  id: number,
): Q {
  return query.where('application_id', '=', applicationId).where('id', '=', id)
}
