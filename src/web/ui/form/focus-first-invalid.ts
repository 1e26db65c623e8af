/** After a rejected submit: focuses the first invalid field. `focusFirstInvalid(event.currentTarget)` */
export function focusFirstInvalid(form: HTMLElement): void {
  // The errors are rendered after the next frame.
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // Centered, so the message below it is visible too.
    field?.scrollIntoView({ block: 'center' })
  })
}
