/** The dashboard is always dark and says so under the theme key; where storage is blocked it is dark all the same. */
export function keepDarkTheme(): void {
  document.documentElement.classList.add('dark')
  try {
    localStorage.setItem('theme', 'dark')
  } catch {
    // Storage is blocked (private mode): nothing depends on it.
  }
}
