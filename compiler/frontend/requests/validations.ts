import { sameShape, type Refinement, type RequestCondition, type ShapeProperty } from '@tool/ir';
import type { Tested } from '@tool/scanner-sdk';
import { any, askedSince, isTest, possible, someOf, type Guard } from '../../evaluator/index.js';

interface Validation {
  readonly refinement: Refinement;
  /** The conditions under which it looked, each time. */
  readonly guards: (Guard | null)[];
}

const isSame = (one: Refinement, other: Refinement): boolean =>
  one.part === other.part && one.path.join('.') === other.path.join('.') && sameShape(one.shape, other.shape);

/**
 * What validators and types say of the parts of a request. One that looks at some requests only (`if (kind === 'card') card.parse(body)`, a table of schemas
 * by a parameter of the path) refuses those alone: a member is required where each request that is served has been asked for it, by one validator or
 * another.
 */
export class Validations {
  private readonly found: Validation[] = [];

  add(refinement: Refinement, under: Guard | null): void {
    const guard = this.besideRefused(under);
    const known = this.found.find((other) => isSame(other.refinement, refinement));
    if (known) known.guards.push(guard);
    else this.found.push({ refinement, guards: [guard] });
  }

  /**
   * The conditions that are left when whoever fails one of them is refused by a validator that has looked before: `if (!passed.isEmpty()) break` in front of
   * the next one.
   */
  private besideRefused(guard: Guard | null): Guard | null {
    if (!guard || guard.others.length > 0) return guard;
    const { branch, arm, parent } = guard;
    const failing = branch.arms === 2 ? (branch.tested?.[1 - arm] ?? []) : [];
    const isRefused = ({ trace: { part, path } }: Pick<Tested, 'trace'>): boolean =>
      this.found.some(
        ({ refinement, guards }) =>
          refinement.source === 'validator' &&
          refinement.part === part &&
          refinement.path.every((name, index) => path[index] === name) &&
          (path.length === refinement.path.length ||
            refinement.shape.properties?.some(({ name }) => name === path[refinement.path.length]) === true) &&
          guards.some((each) => each === null || isAround(each, parent)),
      );
    return failing.length > 0 && failing.every(isRefused) ? this.besideRefused(parent) : guard;
  }

  /** @param onEveryWay  whether each request that is served came by one of the places, of the methods that come there */
  refinements(onEveryWay: (places: readonly (Guard | null)[]) => boolean): readonly Refinement[] {
    return this.found.map((validation) => {
      const { guards } = validation;
      const when = possible(any(guards.map((guard) => askedSince(guard, null))));
      const refinement = { ...validation.refinement, ...(when !== true && { when }) };
      const { properties } = refinement.shape;
      if (guards.includes(null) || !properties?.some(({ required }) => required) || onEveryWay(guards)) return refinement;
      const kept = properties.map((property) =>
        property.required && !onEveryWay(this.asking(refinement, property.name)) ? optional(property) : property,
      );
      return { ...refinement, shape: { ...refinement.shape, properties: kept } };
    });
  }

  /** The conditions under which some validator asks for a member of the same value. */
  private asking({ part, path }: Refinement, name: string): readonly (Guard | null)[] {
    return this.found
      .filter(({ refinement }) => refinement.part === part && refinement.path.join('.') === path.join('.'))
      .filter(({ refinement }) => refinement.shape.properties?.some((property) => property.name === name && property.required))
      .flatMap(({ guards }) => guards);
  }
}

/** Whether whatever stands under one of these conditions stands under the other as well. */
function isAround(one: Guard, other: Guard | null): boolean {
  for (let at = other; at; at = at.parent) if (at === one) return true;
  return false;
}

/** What a condition asks is the method of the request, and nothing else. */
export const asksOfMethod = (condition: RequestCondition): boolean => !someOf(condition, (part) => !isTest(part) || part.of !== 'method');

/** The member as one that need not be there. */
export function optional({ required: _required, ...property }: ShapeProperty): ShapeProperty {
  return property;
}
