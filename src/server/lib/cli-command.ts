import packageJson from '../../../package.json' with { type: 'json' }

/** How an operator calls the commands: in a clone by npm, and by its own name where the packed program is installed. */
export const cliCommand = 'bin' in packageJson ? 'npx keywright' : 'npm run cli --'
