import { expect, test } from 'vitest';
import { TARGETS } from './contract-cases.ts';
import { type Failure, playBlock } from './play-block.ts';

// `npm run test:fuzz` sets these; the normal test plays each route and each operation a few times.
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? TARGETS.length * 2);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
/** `<block>:<place>` plays one block up to that case. */
const CASE = process.env['FUZZ_CASE'];
const IS_LONG = process.env['FUZZ_REQUESTS'] !== undefined;
const BLOCK = 5_000;
const MOST_FAILURES = 20;
const PROGRESS_MS = 10_000;

const DIGEST_EVERY = IS_LONG ? 10 : 5;

interface Part {
  block: number;
  cases: number;
}

// Shifted now and then, so that all targets are verified; a replayed failure is verified alone.
const buildDigestCheck =
  ({ cases }: Part) =>
  (place: number): boolean =>
    CASE === undefined ? (place + Math.floor(place / 97)) % DIGEST_EVERY === 0 : place === cases - 1;

function partsOf(): Part[] {
  if (CASE !== undefined) {
    const [block = 0, place = 0] = CASE.split(':').map(Number);
    return [{ block, cases: place + 1 }];
  }
  const blocks = Math.ceil(REQUESTS / BLOCK);
  return Array.from({ length: blocks }, (_, block) => ({
    block,
    cases: Math.min(BLOCK, REQUESTS - block * BLOCK),
  }));
}

function report({ block, place, target, problem, sentText }: Failure): string {
  const replayCommand = `npm run test:fuzz -- --seed ${SEED} --case ${block}:${place}`;
  return `${target} ${problem}\n  ${sentText}\n  again: ${replayCommand}`;
}

test(
  'every route and operation handles near-valid and hostile input by the contract; a refusal changes nothing',
  async () => {
    const started = Date.now();
    let shownAt = started;
    let sentText = 0;
    const totals = { refused: 0, accepted: 0, digests: 0 };
    const parts = partsOf();
    const total = parts.reduce((sum, { cases }) => sum + cases, 0);
    const problems = new Map<string, Failure>();
    const show = (): void => {
      const seconds = Math.round((Date.now() - started) / 1_000);
      process.stdout.write(
        `${sentText} of ${total} sent in ${seconds} s, ${totals.accepted} accepted, ${totals.digests} digests, ${problems.size} kinds of failure\n`,
      );
    };
    const onCase = (wasRefused: boolean, wasLookedAfter: boolean): void => {
      sentText += 1;
      totals[wasRefused ? 'refused' : 'accepted'] += 1;
      if (wasLookedAfter) totals.digests += 1;
      if (!IS_LONG || Date.now() - shownAt < PROGRESS_MS) return;
      shownAt = Date.now();
      show();
    };
    for (const part of parts) {
      const shouldCheckDigest = buildDigestCheck(part);
      for (const failure of await playBlock({
        seed: SEED,
        ...part,
        shouldCheckDigest,
        onCase,
      })) {
        const kind = `${failure.target} ${failure.problem.slice(0, 40)}`;
        if (IS_LONG && !problems.has(kind)) process.stdout.write(`${report(failure)}\n`);
        problems.set(kind, problems.get(kind) ?? failure);
      }
      if (problems.size >= MOST_FAILURES) break;
    }
    if (IS_LONG) show();
    expect([...problems.values()].map(report)).toEqual([]);
    // Input that is always refused would test no rule, and input that never is would test no refusal.
    if (sentText >= TARGETS.length && CASE === undefined) {
      expect(totals.accepted).toBeGreaterThan(sentText / 100);
      expect(totals.refused).toBeGreaterThan(sentText / 10);
    }
  },
  24 * 3_600_000,
);
