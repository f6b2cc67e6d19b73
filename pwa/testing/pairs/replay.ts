import { differences, type State, stateSince } from './canonical-state.ts';
import type { Case } from './cases.ts';
import { deadEnds } from './dead-ends.ts';
import { choicesThatFail, type Decision, decisionsAbout, openedSince } from './decide-conflicts.ts';
import { canonicalDecisions, type Decided } from './decided.ts';
import type { JournalWorld } from './journal-world.ts';
import { isDemanded, lostObservations } from './observations.ts';
import { type Envelope, PairServer, type Verdict } from './pair-server.ts';
import { sumsThatDiffer } from './sums.ts';

/** The result of one order of arrival. */
export interface Ending {
  order: readonly number[];
  verdicts: readonly Verdict[];
  state: State;
  conflicts: number;
  decided: Decided;
}

/** The results of a case over all orders of arrival. */
export const KINDS = [
  'SAME',
  'SAME_CONFLICT',
  'CONFLICT_IN_ONE_ORDER',
  'LATER_IS_REFUSED',
  'DIFFERENT',
] as const;
export type Kind = (typeof KINDS)[number];

/** The findings of a replay. */
export interface ReplayResult {
  kind: Kind;
  outcomes: string[];
  problems: string[];
}

/** List all orders in which these can arrive: a device sends its own in their order. */
export function ordersOf(envelopes: readonly Envelope[]): number[][] {
  const [last, ...rest] = [...envelopes.keys()].reverse();
  if (last === undefined) return [[]];
  const deviceId = envelopes[last]?.deviceId;
  return ordersOf(envelopes.slice(0, rest.length)).flatMap((order) =>
    Array.from({ length: order.length + 1 }, (_, at) => [
      ...order.slice(0, at),
      last,
      ...order.slice(at),
    ]).filter((next) =>
      next.slice(next.indexOf(last) + 1).every((index) => envelopes[index]?.deviceId !== deviceId),
    ),
  );
}

/** Replay a case in all orders of arrival and judge the results. The world is unchanged afterwards. */
export async function replay(
  world: JournalWorld,
  { envelopes }: Pick<Case, 'envelopes'>,
): Promise<ReplayResult> {
  const mentionedIds = JSON.stringify(envelopes.map(({ args }) => args));
  const start = world.mark();
  const endings: Ending[] = [];
  const problems = new Set<string>();
  // A decision in one order must be the same in the others.
  const decisions = new Map<string, Decision>();
  for (const order of ordersOf(envelopes)) {
    const server = new PairServer(world);
    const verdicts: Verdict[] = [];
    for (const index of order) {
      const envelope = envelopes[index];
      if (envelope) verdicts.push(await server.judge(envelope));
    }
    const state = stateSince(world, start, mentionedIds);
    const conflicts = openedSince(world, start).length;
    for (const problem of [
      ...lostObservations(world, start, verdicts),
      ...(await choicesThatFail(world, start)),
      ...(await deadEnds(world, start)),
      ...sumsThatDiffer(world, start),
    ])
      problems.add(problem);
    for (const one of decisionsAbout(openedSince(world, start)))
      decisions.set(`${one.userId} ${one.defaultChoice}`, one);
    endings.push({ order, verdicts, state, conflicts, decided: {} });
    world.rollBack(start);
  }
  if (decisions.size > 0)
    for (const ending of endings) {
      const server = new PairServer(world);
      for (const index of ending.order) if (envelopes[index]) await server.judge(envelopes[index]);
      ending.decided = await canonicalDecisions(world, start, mentionedIds, [...decisions.values()]);
      world.rollBack(start);
    }
  const { kind, differing } = judge(endings);
  for (const one of differing) problems.add(one);
  const outcomes = endings.map(({ order, verdicts }) =>
    order.map((index, at) => `${'ABC'[index]} ${verdictText(verdicts[at])}`).join(', '),
  );
  return { kind, outcomes, problems: [...problems] };
}

const verdictText = (verdict: Verdict | undefined): string =>
  [verdict?.outcome, verdict?.code].filter((part) => part !== null).join(' ');

function judge(endings: readonly Ending[]): { kind: Kind; differing: string[] } {
  const [first, ...otherEndings] = endings;
  if (!first) return { kind: 'SAME', differing: [] };
  const differing = otherEndings.flatMap((one) => differences(first.state, one.state));
  const withConflict = endings.filter(({ conflicts }) => conflicts > 0);
  const decisions = decisionsThatDiffer(endings);
  if (differing.length === 0 && withConflict.length === 0) return { kind: 'SAME', differing: [] };
  if (withConflict.length === endings.length && decisions.length === 0)
    return { kind: 'SAME_CONFLICT', differing: [] };
  if (withConflict.length > 0 && withConflict.length < endings.length && reachable(endings))
    return { kind: 'CONFLICT_IN_ONE_ORDER', differing: [] };
  if (endings.some(({ verdicts }) => verdicts.some(isRefusedIntent)) && refusedSomewhere(endings))
    return { kind: 'LATER_IS_REFUSED', differing: [] };
  return { kind: 'DIFFERENT', differing: differing.length > 0 ? [...differing, ...decisions] : decisions };
}

const isRefusedIntent = (verdict: Verdict): boolean =>
  verdict.outcome === 'REJECTED' && (verdict.envelope.operation.kind === 'intent' || isDemanded(verdict));

/**
 * Check each order of arrival: everything was accepted, or the later operations were refused with a reason.
 */
const refusedSomewhere = (endings: readonly Ending[]): boolean =>
  endings.some(({ verdicts }) => verdicts.slice(1).some(isRefusedIntent));

function decisionsThatDiffer([first, ...otherEndings]: readonly Ending[]): string[] {
  return Object.entries(first?.decided ?? {}).flatMap(([userId, state]) =>
    otherEndings.flatMap((one) =>
      differences(state, one.decided[userId] ?? new Map()).map((text) => `decided for ${userId}: ${text}`),
    ),
  );
}

/** Check whether the order without a conflict ends like one of the decisions of the orders with one. */
function reachable(endings: readonly Ending[]): boolean {
  const resolvedEndings = endings.filter(({ conflicts }) => conflicts === 0);
  const open = endings.filter(({ conflicts }) => conflicts > 0);
  return resolvedEndings.every(({ state }) =>
    open.every(({ decided }) => Object.values(decided).some((one) => differences(state, one).length === 0)),
  );
}
