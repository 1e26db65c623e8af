/** Exactly one mailbox: nothing that a mail server could read as a second address, a name, a header or a command. */
export const isMailbox = (text: string): boolean =>
  /^[^\s\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\s\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(text)

/** The address in `Name <address>`, or the text itself. */
export const addressIn = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
