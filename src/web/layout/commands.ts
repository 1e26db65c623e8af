/** Commands that any screen can open; loaded on first use. */
export type Command = 'palette' | 'shortcuts'

/** What was requested and pressed before the code was loaded, in that order. */
export type FirstCommands = readonly (Command | KeyboardEvent)[]

const listeners = new Set<(command: Command) => void>()

/** Opens the command palette or the list of shortcuts. `askFor('palette')` */
export function openCommand(command: Command): void {
  for (const listener of listeners) listener(command)
}

/** Subscribes; returns unsubscribe. */
export function onCommand(listener: (command: Command) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
