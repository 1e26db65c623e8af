/** One address for each host of libpq's form `postgres://user@a:5432,b:5433/name`, which the driver takes for one name. */
export function databaseAddresses(databaseUrl: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => start + host + withoutChoice(rest))
}

/** Which of the hosts to take is our own matter: the driver doesn't know the parameter. */
const withoutChoice = (rest: string) =>
  rest.replace(/([?&])target_session_attrs=[^&#]*(&?)/, (_all, before: string, after: string) =>
    before === '?' && after ? '?' : after,
  )
