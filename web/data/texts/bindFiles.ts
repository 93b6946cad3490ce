/**
 * Gives the images and files of a text to its new noun. Few texts have any: the rest do not load the code that sends
 * them.
 */
export const bindFiles = (project: string, subject: string, html: string | undefined): void => {
  if (html && /<(?:image|file)-component/.test(html))
    void import('./textFiles.ts').then(part => part.bindAll(project, subject, html))
}
