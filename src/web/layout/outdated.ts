/** Whether a page that is opened now would run another script than this one. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (own == null) return false
  try {
    const response = await fetch('/dashboard', { headers: { accept: 'text/html' } })
    return response.ok && !(await response.text()).includes(own)
  } catch {
    return false
  }
}
