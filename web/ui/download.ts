/** Hands a text to the browser as a file to keep. */
export const download = (name: string, type: string, content: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Has the browser fetch a file of the server's and keep it. */
export const downloadFrom = (address: string) => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
