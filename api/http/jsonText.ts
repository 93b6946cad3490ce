/** An answer that the database has written as JSON: it is sent as it is, where reading and writing it again would cost. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What an answer says, for the one who holds it against its schema. */
export const readAnswer = (answer: unknown): unknown =>
  answer instanceof JsonText ? JSON.parse(answer.text) : answer
export const writtenAnswer = (answer: object): string =>
  answer instanceof JsonText ? answer.text : JSON.stringify(answer)
