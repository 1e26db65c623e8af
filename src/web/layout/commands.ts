/** Commands that any screen can open; loaded on first use. */
export type Command = 'palette' | 'shortcuts'

/** The command that was requested before its code was loaded. */
export type FirstCommand = Command | KeyboardEvent

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
