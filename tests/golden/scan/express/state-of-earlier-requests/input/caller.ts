/** Keeps who is calling beside the request. */
export class Caller {
  private user: { id: string; rank: string } | undefined = undefined;
  static last = '';
  enter(id: string) {
    this.user = { id, rank: 'mate' };
    Caller.last = id;
  }
  get() {
    return this.user;
  }
}
