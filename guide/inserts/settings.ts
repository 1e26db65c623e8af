import { settings } from '../../src/server/config.ts'

/** Every environment variable with its default and meaning, from the list that the server reads. */
export function insertSettings(): string {
  const lines = Object.entries(settings).map(([name, setting]) => {
    const fallback = 'fallback' in setting && setting.fallback !== '' ? `\`${setting.fallback}\`` : 'none'
    const file = 'isSecret' in setting ? ` May come from a file: \`${name}_FILE\`.` : ''
    return `| \`${name}\` | ${fallback} | ${setting.meaning}.${file} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...lines].join('\n')
}
