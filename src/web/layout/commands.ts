/** What can be asked for from anywhere and is fetched only then. */
export type Command = 'palette' | 'shortcuts'

/** What was pressed or chosen before the rest was there. */
export type FirstCommand = Command | KeyboardEvent

const listeners = new Set<(command: Command) => void>()

/** Opens the command palette or the list of shortcuts. `askFor('palette')` */
export function openCommand(command: Command): void {
  for (const listener of listeners) listener(command)
}

/** For whoever shows them. Returns the way to stop. */
export function onCommand(listener: (command: Command) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
