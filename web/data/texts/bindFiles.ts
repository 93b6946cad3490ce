/** Gives the images and files of a text to the noun that has come to be. Few texts have any: what sends them is not loaded for the rest. */
export const bindFiles = (project: string, subject: string, html: string | undefined): void => {
  if (html && /<(?:image|file)-component/.test(html))
    void import('./textFiles.ts').then(part => part.bindAll(project, subject, html))
}
