import { allCandidates, type Candidates, type Case, PAIRS, pairCase, tripleCase } from './cases.ts';
import type { JournalWorld } from './journal-world.ts';
import { buildLab } from './lab-states.ts';
import { type Kind, type ReplayResult, replay } from './replay.ts';

/** The seeds of every `npm test`, and of the table; each draws a different case for every pair. */
export const SEEDS: readonly number[] = [1, 2, 3];
/** The number of triples that every `npm test` draws. */
export const TRIPLES = 150;

/** The findings of the replays of one pair or triple. */
export interface PlayResult {
  name: string;
  /** The two had the same subject in some case; otherwise they never meet in the lab. */
  isRelated: boolean;
  kinds: readonly Kind[];
  /** Codes of the later operation's refusals. */
  refusals: readonly string[];
  problems: readonly { text: string; seed: number; of: Case; outcomes: readonly string[] }[];
}

/** Format a pair as in the table and in lists of exceptions. */
export const pairName = (names: readonly string[]): string => names.join(' × ');

export interface Machine {
  world: JournalWorld;
  candidates: Candidates;
}

export async function openMachine(): Promise<Machine> {
  const world = await buildLab();
  return { world, candidates: await allCandidates(world) };
}

/** Play every pair, or only one, with each of these seeds. Pairs that never meet are played once. */
export async function playPairs(
  machine: Machine,
  seeds: readonly number[],
  only?: string | undefined,
): Promise<PlayResult[]> {
  const all: PlayResult[] = [];
  for (const pair of PAIRS) {
    if (only !== undefined && pairName(pair) !== only) continue;
    const cases = seeds.flatMap((seed) => {
      const one = pairCase(machine.candidates, pair, seed);
      return one ? [{ seed, of: one }] : [];
    });
    const meeting = cases.filter(({ of }) => of.isRelated);
    all.push(
      await playCases(machine.world, pairName(pair), meeting.length > 0 ? meeting : cases.slice(0, 1)),
    );
  }
  return all;
}

/** Play sampled triples, one for each seed from `first` on. */
export async function playTriples(machine: Machine, first: number, count: number): Promise<PlayResult[]> {
  const all: PlayResult[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const one = await tripleCase(machine.world, machine.candidates, seed);
    if (one && one.envelopes.length > 0)
      all.push(await playCases(machine.world, pairName(one.names), [{ seed, of: one }]));
  }
  return all;
}

async function playCases(
  world: JournalWorld,
  name: string,
  cases: readonly { seed: number; of: Case }[],
): Promise<PlayResult> {
  const replays: { seed: number; of: Case; result: ReplayResult }[] = [];
  for (const { seed, of } of cases) replays.push({ seed, of, result: await replay(world, of) });
  const outcomes = replays.flatMap((one) =>
    one.result.kind === 'LATER_IS_REFUSED' ? one.result.outcomes : [],
  );
  const refusals = outcomes.flatMap((text) =>
    [...text.matchAll(/REJECTED (\w+)/g)].map(([, code]) => code ?? ''),
  );
  return {
    name,
    isRelated: cases.some(({ of }) => of.isRelated),
    kinds: [...new Set(replays.map((one) => one.result.kind))].sort(),
    refusals: [...new Set(refusals)].sort(),
    problems: replays.flatMap(({ seed, of, result: { problems, outcomes: resultOutcomes } }) =>
      problems.map((text) => ({ text, seed, of, outcomes: resultOutcomes })),
    ),
  };
}

/** Format a problem: who did what when, and how to replay it. */
export function describeReplay({ text, seed, of, outcomes }: PlayResult['problems'][number]): string {
  const operationLines = of.envelopes.map(
    ({ actor, operation, args, occurredAt }, index) =>
      `  ${'ABC'[index]} ${occurredAt.slice(11, 16)} ${actor.name}: ${operation.name} ${JSON.stringify(args).slice(0, 400)}`,
  );
  const replayOption = of.names.length === 2 ? `--pair "${pairName(of.names)}"` : '--triples 1';
  return [
    `${pairName(of.names)} (seed ${seed}): ${text}`,
    ...operationLines,
    ...outcomes.map((resultOutcomes) => `  ${resultOutcomes}`),
    `  again: npm run test:chaos -- --pairs 1 --seed ${seed} ${replayOption}`,
  ].join('\n');
}
