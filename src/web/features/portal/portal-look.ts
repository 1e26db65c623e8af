/** Dark or light, as the customer's system. */
export function followColorScheme(): void {
  const light = matchMedia('(prefers-color-scheme: light)')
  const apply = () => document.documentElement.classList.toggle('light', light.matches)
  light.addEventListener('change', apply)
  apply()
}

/** Buttons in the developer's color, which the server accepts only where white text on it can be read. */
export function applyColor(color: string | null): void {
  if (color !== null) document.documentElement.style.setProperty('--color-accent-solid', color)
}
