/** An answer that the database has written as JSON: it is sent as it is, where reading and writing it again would cost. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
