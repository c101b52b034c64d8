export default function (request: unknown, reply: unknown, done: () => void) {
  done();
}
