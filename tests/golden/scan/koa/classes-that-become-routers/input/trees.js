import { Read, Routes, Write } from './routing.js';

@Routes
class Trees {
  static at = '/trees';

  @Read('/:tree')
  static async one() {
    return { tree: this.ctx.params.tree };
  }

  @Write('/')
  static async plant() {
    const { kind } = this.ctx.request.body;
    return { planted: kind };
  }
}
export default Trees;
