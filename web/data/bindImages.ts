/** Gives the images of a text to the noun that has come to be. Few texts have any: what sends them is not loaded for the rest. */
export const bindImages = (project: string, subject: string, html: string | undefined): void => {
  if (html?.includes('<image-component'))
    void import('./imageUploads.ts').then(part => part.bindAll(project, subject, html))
}
