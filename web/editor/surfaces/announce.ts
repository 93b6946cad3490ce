/** Says to a screen reader what sighted people see happen. */
let region: HTMLElement | null = null

export const announce = (text: string) => {
  if (!region) {
    region = document.createElement('div')
    region.className = 'sr-only'
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'assertive')
    document.body.append(region)
  }
  // The same words again are handled only when they were gone in between.
  region.textContent = ''
  requestAnimationFrame(() => {
    if (region) region.textContent = text
  })
}
