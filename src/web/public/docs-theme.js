// Before the first paint: the theme that the reader chose, and whether tabs can be used.
try {
  if (localStorage.getItem('docs-theme') === 'light') document.documentElement.className = 'light'
} catch {
  // Storage is blocked: the page stays dark.
}
document.documentElement.classList.add('scripted')
