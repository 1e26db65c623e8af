/** After a refused submit: the focus goes to the first field that is wrong. `focusFirstInvalid(event.currentTarget)` */
export function focusFirstInvalid(form: HTMLElement): void {
  // The errors are on the screen after the next frame.
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // In the middle, so that the message below it is in sight as well.
    field?.scrollIntoView({ block: 'center' })
  })
}
