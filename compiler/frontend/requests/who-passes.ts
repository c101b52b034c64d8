import type { RequestCondition } from '@tool/ir';
import { all, any, not, possible } from '../../evaluator/index.js';

/** Which requests a function hands on, and which it keeps back: by what it asks of their address and method. */
export class WhoPasses {
  /** For each refusal what is asked in front of it. */
  private readonly refusals: RequestCondition[] = [];
  /** The conditions of refusals behind which nothing is handed on. */
  private readonly finals: RequestCondition[] = [];
  /** The conditions of answers that are made of errors: behind these nothing is handed on, whatever is elsewhere. */
  private readonly ends: RequestCondition[] = [];
  /** What is asked in front of answers that send the client elsewhere. */
  private readonly redirections: RequestCondition[] = [];
  /** Which requests it may hand on. */
  private readonly handings: RequestCondition[] = [];
  /** Which it has a package judge, which hands on those that it knows. */
  private readonly judged: RequestCondition[] = [];

  refused(when: RequestCondition): void {
    this.refusals.push(when);
  }
  refusedAtLast(when: RequestCondition): void {
    this.finals.push(when);
  }
  ended(when: RequestCondition): void {
    this.ends.push(possible(when));
  }
  redirected(when: RequestCondition): void {
    this.redirections.push(when);
  }
  handedOn(when: RequestCondition): void {
    this.handings.push(when);
  }
  isJudged(when: RequestCondition): void {
    this.judged.push(when);
  }

  /** The conditions under which it hands requests on. */
  get handsOn(): readonly RequestCondition[] {
    return this.handings.map((each) => possible(each));
  }
  /** Those that it may refuse; true where it asks for nothing, or refuses nobody. Where nothing is refused, it may be one that sends to a page for logging in. */
  refuses(): RequestCondition {
    const turnedAway = this.turnedAway();
    return turnedAway.length > 0 ? possible(any(turnedAway)) : true;
  }
  private turnedAway(): readonly RequestCondition[] {
    return (this.refusals.length > 0 ? this.refusals : this.redirections).map((each) => possible(each));
  }
  /** Which requests do not come through it: it refuses them, or returns without an answer and hands nothing on. */
  keepsBack(): RequestCondition {
    return any([...this.turnedAway(), ...this.ends, not(any(this.handings))]);
  }
  /** What it refuses for certain, and hands on on no way. */
  shuts(): RequestCondition {
    return possible(any([all([any(this.refusals), not(any([...this.handings, ...this.judged]))]), ...this.finals]), false);
  }
}
