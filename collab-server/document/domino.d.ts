/** The part of domino that we use; its own types declare another module's name. */
declare module '@mixmark-io/domino' {
  const domino: { createDocument(html: string): Document }
  export default domino
}
