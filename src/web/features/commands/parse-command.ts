/** What a typed text asks for: "ban sofia" is an action and whom it is about. */
export interface TypedCommand {
  /** The beginning of an action's name; blank: none. */
  readonly verb: string
  /** What is searched: the rest, or everything if there is none. */
  readonly search: string
}

/** The first words of actions on what is found. */
const verbs = ['pause', 'resume', 'ban', 'unban', 'reset', 'extend', 'copy', 'disable', 'enable'] as const

/** Words that follow a verb and are no name: "reset hwid sofia", "copy key …". */
const fillers = new Set(['hwid', 'id', 'key', 'license', 'user', 'everywhere', 'with', 'of', 'for', 'the'])

/** At least so many letters of a verb: fewer are a name. */
const leastLetters = 3

export function parseCommand(typed: string): TypedCommand {
  const text = typed.trim()
  const [first = '', ...rest] = text.split(/\s+/)
  const verb = first.toLowerCase()
  if (verb.length < leastLetters || !verbs.some((each) => each.startsWith(verb))) return { verb: '', search: text }
  const name = rest.filter((word) => !fillers.has(word.toLowerCase())).join(' ')
  return { verb, search: name === '' ? text : name }
}
