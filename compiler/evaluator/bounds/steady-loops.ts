import type { Activation } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { endLayers } from '../conditions/early-returns.js';
import { Journal } from '../values/journal.js';

/** Rounds, and steps that they take, in which no host object is told anything before it is looked whether a round changes anything. */
const PLAIN_ROUNDS = 3;
const PLAIN_STEPS = 300;

/**
 * Loops that wait for something outside of the program: `while (!isReady()) { log('waiting'); }`. What a round finds as the round before it
 * left it, it leaves so as well; as nothing but time ends such a loop, the program goes on behind it.
 */
export class SteadyLoop {
  /** The last round changed nothing, and so will all that follow. */
  isOver = false;
  private rounds = 0;
  private due = PLAIN_ROUNDS;
  private since: number;
  private effects: number;

  /** @param activation the function that the loop stands in */
  constructor(
    private readonly evaluator: Evaluator,
    private readonly activation: Activation,
  ) {
    this.since = evaluator.fuel.steps;
    this.effects = evaluator.effects;
  }

  /** Runs a round; now and then, and always seldomer, one whose changes are watched. */
  run<End>(round: () => End): End {
    const { effects, fuel } = this.evaluator;
    if (effects !== this.effects) {
      this.effects = effects;
      this.since = fuel.steps;
      this.rounds = 0;
      this.due = PLAIN_ROUNDS;
    }
    if (++this.rounds < this.due || fuel.steps - this.since < PLAIN_STEPS) return round();
    this.due = this.rounds * 2;
    return this.watched(round);
  }

  private watched<End>(round: () => End): End {
    const { evaluator, activation } = this;
    const { journal: outer, effects, guard, earlyExits } = evaluator;
    const left = activation.pending.length;
    const journal = (evaluator.journal = new Journal(outer));
    try {
      return round();
    } finally {
      endLayers(evaluator, journal);
      evaluator.journal = outer;
      journal.keep();
      this.isOver =
        journal.isEmpty &&
        evaluator.effects === effects &&
        evaluator.guard === guard &&
        evaluator.earlyExits === earlyExits &&
        activation.pending.length === left;
    }
  }
}
