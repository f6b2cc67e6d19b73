import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { differences, type State, stateSince } from './canonical-state.ts';
import type { Case } from './cases.ts';
import { deadEnds } from './dead-ends.ts';
import {
  canonicalDecisions,
  choicesThatFail,
  type Decided,
  type Decision,
  decisionsAbout,
  openedSince,
} from './decide-conflicts.ts';
import type { JournalWorld } from './journal-world.ts';
import { type Envelope, PairServer, type Verdict } from './pair-server.ts';

/** A refusal of a fact that the domain requires, with its reference. */
interface DemandedRefusal {
  operation: string;
  code: string;
  demandedBy: string;
}

/** The few refusals of facts that the domain requires; all other observations are recorded. */
const DEMANDED_REFUSALS: readonly DemandedRefusal[] = [
  {
    operation: 'record-field-value',
    code: 'SECTION_SIGNED',
    demandedBy: '5.11 row 19: kept as a late entry',
  },
  {
    operation: 'record-field-values',
    code: 'SECTION_SIGNED',
    demandedBy: '5.11 row 19: kept as a late entry',
  },
  {
    operation: 'correct-field-value',
    code: 'SECTION_SIGNED',
    demandedBy: '5.11 row 19: kept as a late entry',
  },
  { operation: 'tick-step', code: 'SECTION_SIGNED', demandedBy: '5.11 row 19: kept as a late entry' },
  { operation: 'remove-lot', code: 'SECTION_SIGNED', demandedBy: '5.11 row 19: kept as a late entry' },
  ...['record-field-value', 'record-field-values', 'correct-field-value', 'remove-lot'].map((operation) => ({
    ...{ operation, code: 'BATCH_CLOSED' },
    demandedBy: '5.11 row 23: failure wins, the values are kept as late entries',
  })),
];

/** Refusals after which the values are stored as late entries; a trace must exist. */
const isDemanded = ({ envelope, code }: Verdict): boolean =>
  DEMANDED_REFUSALS.some((one) => one.operation === envelope.operation.name && one.code === code);

/** Check whether the same person did exactly the same before: what they did has its trace already. */
const isRepeated = (envelope: Envelope, verdicts: readonly Verdict[]): boolean =>
  verdicts.some(
    ({ envelope: other }) =>
      other.id < envelope.id &&
      other.actor.userId === envelope.actor.userId &&
      other.operation.name === envelope.operation.name &&
      isDeepStrictEqual(other.args, envelope.args),
  );

/** List facts that were refused, or that left no trace. */
function lostObservations(world: JournalWorld, start: number, verdicts: readonly Verdict[]): string[] {
  const writtenRows = world.since(start);
  return verdicts.flatMap((verdict) => {
    const { envelope, outcome, code, message } = verdict;
    if (envelope.operation.kind !== 'fact' || isRepeated(envelope, verdicts)) return [];
    const name = envelope.operation.name;
    if (outcome === 'REJECTED' && !isDemanded(verdict)) return [`fact refused: ${name} ${code} ${message}`];
    const stem = envelope.id.slice(0, 23);
    const traced = writtenRows.some(({ entity, row }) => {
      if (entity.name === event.name) {
        const data = row['data'];
        return typeof data === 'object' && data !== null && Object.values(data).includes(envelope.id);
      }
      if (entity.name === syncConflict.name) return row['commandId'] === envelope.id;
      if (entity.name === fieldValue.name) return String(row['id']).startsWith(stem);
      // A tick or a scan is stored on its row with its user and time.
      const text = JSON.stringify(row);
      return text.includes(`"${envelope.actor.userId}"`) && text.includes(envelope.occurredAt);
    });
    return traced ? [] : [`no trace of a fact: ${name} ${outcome} ${code ?? ''}`];
  });
}

const Delta = z.object({ delta: z.string() });
const Amount = z.object({ amount: z.string(), inCount: z.undefined().optional() });

/** Check that the drawn and returned amounts explain the remainder of every touched tube and lot. */
function sumsThatDiffer(world: JournalWorld, start: number): string[] {
  const writtenRows = world.since(start);
  const problems: string[] = [];
  const first = new Map<string, Record<string, unknown>>();
  for (const { id, before } of writtenRows) if (before && !first.has(id)) first.set(id, before);
  const events = writtenRows.filter(({ entity }) => entity.name === event.name).map(({ row }) => row);
  for (const [id, before] of first) {
    const eventData = events.filter((one) => one['targetId'] === id).map((one) => one['data']);
    const tube = world.one(sample, id);
    if (tube) {
      const deltas = eventData.flatMap((data) => Delta.safeParse(data).data?.delta ?? []);
      const expectedRemaining = add(before['remainingVolume'], deltas);
      // A tube that left the lab has no volume, whatever was in it.
      const isDisposed = eventData.some(
        (data) => typeof data === 'object' && data !== null && 'to' in data && 'volume' in data,
      );
      if (
        !isDisposed &&
        expectedRemaining !== null &&
        tube.remainingVolume !== null &&
        !expectedRemaining.equals(tube.remainingVolume)
      )
        problems.push(`volume of ${id}: ${tube.remainingVolume} instead of ${expectedRemaining.toFixed()}`);
    }
    const lot = world.one(inventoryItem, id);
    const isRecounted = eventData.some(
      (data) => typeof data === 'object' && data !== null && ('counted' in data || 'reopened' in data),
    );
    if (lot && !isRecounted) {
      const draws = eventData.flatMap((data) => Amount.safeParse(data).data?.amount ?? []);
      const expectedRemaining = add(
        before['remaining'],
        draws.map((one) => new Decimal(one).negated().toFixed()),
      );
      if (expectedRemaining !== null && lot.remaining !== null && !expectedRemaining.equals(lot.remaining))
        problems.push(`stock of ${id}: ${lot.remaining} instead of ${expectedRemaining.toFixed()}`);
    }
  }
  return problems;
}

const add = (before: unknown, deltas: readonly string[]): Decimal | null =>
  typeof before === 'string' ? deltas.reduce((sum, delta) => sum.plus(delta), new Decimal(before)) : null;

/** The result of one order of arrival. */
interface Ending {
  order: readonly number[];
  verdicts: readonly Verdict[];
  state: State;
  conflicts: number;
  decided: Decided;
}

/** The results of a case over all orders of arrival. */
const KINDS = ['SAME', 'SAME_CONFLICT', 'CONFLICT_IN_ONE_ORDER', 'LATER_IS_REFUSED', 'DIFFERENT'] as const;
export type Kind = (typeof KINDS)[number];

/** The findings of a replay. */
export interface ReplayResult {
  kind: Kind;
  outcomes: string[];
  problems: string[];
}

/** List all orders in which these can arrive: a device sends its own in their order. */
function ordersOf(envelopes: readonly Envelope[]): number[][] {
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
