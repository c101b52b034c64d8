import type { ChosenWay } from '@tool/ir';

/** What a request meets, on the ways of choices that it stands on, the outermost first. */
interface Met {
  readonly ways: readonly ChosenWay[];
  /** It lets nobody pass without a credential. */
  readonly demands: boolean;
}

const onChoice = <Each extends Met>(met: readonly Each[], of: string, depth: number): readonly Each[] =>
  met.filter(({ ways }) => ways[depth]?.of === of);

/** Whether a credential is needed to pass what stands on each way of a choice. A way on which nothing is known to stand needs none. */
function choiceDemands(members: readonly Met[], depth: number): boolean {
  const ways = new Set([0, ...members.map(({ ways }) => ways[depth]!.way)]);
  return [...ways].every((way) =>
    allDemand(
      members.filter(({ ways }) => ways[depth]!.way === way),
      depth + 1,
    ),
  );
}

/** Whether one is needed to pass them one after the other. */
function allDemand(met: readonly Met[], depth: number): boolean {
  const choices = new Set(met.flatMap(({ ways }) => ways[depth]?.of ?? []));
  return (
    met.some(({ ways, demands }) => ways.length <= depth && demands) ||
    [...choices].some((of) => choiceDemands(onChoice(met, of, depth), depth))
  );
}

/** Whether nobody passes all choices around one of them without a credential. */
export const isDemandedOn = (one: Met, met: readonly Met[]): boolean => {
  let around = met;
  return one.ways.every(({ of, way }, depth) => {
    const members = onChoice(around, of, depth);
    around = members.filter(({ ways }) => ways[depth]!.way === way);
    return choiceDemands(members, depth);
  });
};
