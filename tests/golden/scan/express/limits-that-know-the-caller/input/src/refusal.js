export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
