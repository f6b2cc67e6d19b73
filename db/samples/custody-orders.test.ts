import { describe, expect, it } from 'vitest';
import { type Hand, StorageBench } from '#db/factories/build-storage-bench.ts';
import type { RuleResult } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { ConflictVersion } from '#db/records/sync-conflict.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { takeStock } from '#db/storage/take-stock.ts';
import { resolveConflict } from '#db/sync/resolve-conflict.ts';
import { checkInSample } from './check-in-sample.ts';
import { checkOutContainer } from './check-out-container.ts';
import { checkOutSample } from './check-out-sample.ts';
import { confirmVolume } from './confirm-volume.ts';
import { missingSince } from './custody-of.ts';
import { disposeSamples } from './dispose-samples.ts';
import { markSampleFound } from './mark-sample-found.ts';
import { markSampleNotFound } from './mark-sample-not-found.ts';
import { moveSample } from './move-sample.ts';
import { transferCustody } from './transfer-custody.ts';

// Two people do something with one tube, each without knowing of the other. What the lab knows in the end must not depend
// on whose device reaches the server first (domain 5.1, precedence b; 5.11, cases 1, 4, 5, 6 and 7).

type Run = (bench: StorageBench, who: Hand, time: string) => Promise<RuleResult>;
const S1 = { sampleId: 'S1' };
const seen = (position: string, barcode: string) => ({ position, barcode, read: 'OK' as const });
const scan =
  (containerId: string, ...rows: ReturnType<typeof seen>[]): Run =>
  (bench, who, time) =>
    bench.act(who, scanContainer, { containerId, bulkId: `scan-${who.actor.userId}`, rows }, time);

const ACTS: Record<string, Run> = {
  'moves it': (bench, who, time) =>
    bench.act(who, moveSample, { ...S1, containerId: 'box-13', position: 'C3' }, time),
  'types where it is': (bench, who, time) =>
    bench.act(who, moveSample, { ...S1, containerId: 'box-13', position: 'C4', typed: true }, time),
  'checks it in': (bench, who, time) =>
    bench.act(who, checkInSample, { ...S1, containerId: 'box', position: 'B1' }, time),
  'checks it out': (bench, who, time) => bench.act(who, checkOutSample, { ...S1, purpose: 'QC' }, time),
  'checks it out by typing': (bench, who, time) =>
    bench.act(who, checkOutSample, { ...S1, purpose: 'QC', typed: true }, time),
  'checks its box out': (bench, who, time) =>
    bench.act(who, checkOutContainer, { containerId: 'box', purpose: 'BATCH' }, time),
  'hands it to Mia': (bench, who, time) =>
    bench.act(who, transferCustody, { ...S1, toUserId: 'user-mia' }, time),
  'does not find it': (bench, who, time) => bench.act(who, markSampleNotFound, S1, time),
  'finds it': (bench, who, time) => bench.act(who, markSampleFound, S1, time),
  'disposes of it': (bench, who, time) => {
    const review = { reviewerUserId: null, reviewerProof: null };
    const bulkId = `end-${who.actor.userId}`;
    return bench.act(who, disposeSamples, { bulkId, sampleIds: ['S1'], reason: 'Leftover', ...review }, time);
  },
  'scans the box without it': scan('box', seen('A2', 'S2')),
  'scans the box with it': scan('box', seen('A2', 'S2'), seen('A1', 'S1')),
  'scans it in another box': scan('box-13', seen('D4', 'S1')),
  'counts the box without it': (bench, who, time) => {
    const bulkId = `count-${who.actor.userId}`;
    const found = [{ barcode: 'S2', decision: 'HERE' as const }];
    return bench.act(who, takeStock, { containerId: 'box', bulkId, found, missing: ['S1'] }, time);
  },
  'counts the box with it': (bench, who, time) => {
    const bulkId = `count-${who.actor.userId}`;
    const found = [{ barcode: 'S1', decision: 'HERE' as const }];
    return bench.act(who, takeStock, { containerId: 'box', bulkId, found, missing: [] }, time);
  },
  'measures it': (bench, who, time) => {
    const remainingVolume = who.actor.userId === 'user-ann' ? '900' : '700';
    return bench.act(who, confirmVolume, { ...S1, remainingVolume, recorded: '1000' }, time);
  },
};
const NAMES = Object.keys(ACTS);

type Who = 'ann' | 'bob';
interface Done {
  act: string;
  who: Who;
  time: string;
}

function openBench(): StorageBench {
  const bench = new StorageBench();
  const volumes = { remainingVolume: '1000', initialVolume: '1000' };
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1', ...volumes });
  bench.tube('S2', { storageLocationId: 'box', storagePosition: 'A2' });
  return bench;
}

const missing = (bench: StorageBench) =>
  missingSince(bench.world.all(event).filter((one) => one.targetId === 'S1'));

function stateOf(bench: StorageBench): string {
  const { custodianUserId, checkedOutAt, checkOutPurpose, positionConflict, remainingVolume } =
    bench.sample('S1');
  const custody = [custodianUserId, checkedOutAt, checkOutPurpose].join(' ');
  return [bench.where('S1'), custody, missing(bench), positionConflict, remainingVolume].join(' | ');
}

/** Plays acts in an order of arrival; a manager keeps the version of that person wherever two cannot both be true. */
async function play(start: Done | null, arrivals: readonly Done[], kept: Who) {
  const bench = openBench();
  if (start) await ACTS[start.act]?.(bench, bench[start.who], start.time);
  bench.goesOffline(bench.ann);
  bench.goesOffline(bench.bob);
  const messages: string[] = [];
  for (const { act, who, time } of arrivals) {
    const result = await ACTS[act]?.(bench, bench[who], time);
    messages.push(`${bench[who].actor.name}: ${result?.message}`);
  }
  const state = stateOf(bench);
  const conflicts = bench.conflicts();
  for (const conflict of conflicts) {
    const [mine, theirs] = [conflict.mine, conflict.theirs].map((one) => ConflictVersion.parse(one).name);
    const first = bench[kept].actor.name;
    const other = bench[kept === 'ann' ? 'bob' : 'ann'].actor.name;
    const choice = mine === first || (theirs !== first && theirs === other) ? 'KEEP_B' : 'KEEP_A';
    await bench.act(
      bench.manager,
      resolveConflict,
      { conflictId: conflict.id, choice, value: null },
      '11:00',
    );
  }
  return { bench, state, decided: stateOf(bench), conflicts: conflicts.length, messages };
}

const STARTS: Record<string, Done | null> = {
  'in its box': null,
  'in the hands of Ann': { act: 'checks it out', who: 'ann', time: '09:00' },
};
// A device says which version of a whole record it had seen. Where a tube in somebody's hands is disposed of, it does not
// show that only a search or a measurement was new to the person: the manager is asked once too often.
const SILENT = [
  'does not find it',
  'scans the box without it',
  'counts the box without it',
  'measures it',
  'checks its box out',
];
const opensExtraConflict = (start: string, acts: readonly string[]): boolean =>
  start !== 'in its box' && acts.includes('disposes of it') && acts.some((act) => SILENT.includes(act));

describe.each(Object.keys(STARTS))(
  'of a tube %s, what two people did ends alike in both orders of arrival',
  (start) => {
    it.each(NAMES)('Ann %s, then Bob does anything', async (first) => {
      for (const second of NAMES) {
        const acts: Done[] = [
          { act: first, who: 'ann', time: '10:00' },
          { act: second, who: 'bob', time: '10:05' },
        ];
        if (opensExtraConflict(start, [first, second]) || (first === second && first === 'disposes of it'))
          continue;
        const told = `Ann ${first}, Bob ${second}`;
        const from = STARTS[start] ?? null;
        const [inOrder, late] = [await play(from, acts, 'ann'), await play(from, acts.toReversed(), 'ann')];
        for (const message of [...inOrder.messages, ...late.messages]) {
          expect(message, told).not.toMatch(/^(.*): .*by \1/);
        }
        if (inOrder.conflicts + late.conflicts === 0) expect(late.state, told).toBe(inOrder.state);
        expect(late.decided, `${told}; Ann is right`).toBe(inOrder.decided);
        const [other, otherLate] = [
          await play(from, acts, 'bob'),
          await play(from, acts.toReversed(), 'bob'),
        ];
        expect(otherLate.decided, `${told}; Bob is right`).toBe(other.decided);
      }
    });
  },
);

describe.each([
  ['in the order of the clock', false],
  ['the later one first', true],
])('what two people did with one tube arrives %s', (_order, reversed) => {
  const arrive = (start: Done | null, ...acts: Done[]) =>
    play(start, reversed ? acts.toReversed() : acts, 'ann').then(({ bench }) => bench);
  const ann = (act: string, time = '10:00'): Done => ({ act, who: 'ann', time });
  const bob = (act: string, time = '10:05'): Done => ({ act, who: 'bob', time });
  const withAnn = ann('checks it out', '09:00');

  it('a check-out after a check-in holds the tube, and the chain of custody shows both', async () => {
    const bench = await arrive(withAnn, ann('checks it in'), bob('checks it out'));
    expect(bench.sample('S1')).toMatchObject({ custodianUserId: 'user-bob', checkOutPurpose: 'QC' });
    expect(bench.where('S1')).toBe('box, B1');
    expect(bench.history('S1')).toEqual(
      expect.arrayContaining(['SAMPLE_CHECKED_OUT', 'SAMPLE_CHECKED_IN', 'SAMPLE_CHECKED_OUT']),
    );
  });

  it('a check-out by typing after a check-in holds the tube too, and nobody is left to decide', async () => {
    const bench = await arrive(withAnn, ann('checks it in'), bob('checks it out by typing'));
    expect(bench.sample('S1').custodianUserId).toBe('user-bob');
    expect(bench.conflicts()).toEqual([]);
  });

  it('a transfer after a move holds the tube', async () => {
    const bench = await arrive(null, ann('moves it'), bob('hands it to Mia'));
    expect(bench.sample('S1').custodianUserId).toBe('user-mia');
    expect(bench.where('S1')).toBe('box-13, C3');
  });

  it('a check-in after a transfer ends the custody', async () => {
    const bench = await arrive(withAnn, ann('hands it to Mia'), bob('checks it in'));
    expect(bench.sample('S1').custodianUserId).toBeNull();
  });

  it('a tube that was moved out of a box before does not leave with the box', async () => {
    const bench = await arrive(null, ann('moves it'), bob('checks its box out'));
    expect(bench.sample('S1').custodianUserId).toBeNull();
    expect(bench.sample('S2').custodianUserId).toBe('user-bob');
  });

  it('a tube that was put into a box before leaves with the box', async () => {
    const bench = await arrive(ann('moves it', '08:00'), ann('checks it in'), bob('checks its box out'));
    expect(bench.sample('S1')).toMatchObject({ custodianUserId: 'user-bob', checkOutPurpose: 'BATCH' });
  });

  it('a tube that a stock-take missed while a colleague had it in hand is not missing', async () => {
    const bench = await arrive(null, ann('checks it out'), bob('counts the box without it'));
    expect(missing(bench)).toBeNull();
    expect(bench.sample('S1').custodianUserId).toBe('user-ann');
  });

  it('a tube that a stock-take missed, and that was checked out afterwards, is not missing', async () => {
    const bench = await arrive(null, ann('counts the box without it'), bob('checks it out'));
    expect(missing(bench)).toBeNull();
  });

  it('a tube that a rack scan missed while a colleague had it in hand keeps its slot', async () => {
    const bench = await arrive(null, ann('checks it out'), bob('scans the box without it'));
    expect(bench.where('S1')).toBe('box, A1');
    expect(missing(bench)).toBeNull();
  });

  it('a tube that a stock-take missed after it was put back is missing', async () => {
    const bench = await arrive(withAnn, ann('checks it in'), bob('counts the box without it'));
    expect(missing(bench)).toBe('2026-11-21T10:05:00.000Z');
  });

  it('a tube that was found after it was not found is not missing', async () => {
    const bench = await arrive(null, ann('does not find it'), bob('finds it'));
    expect(missing(bench)).toBeNull();
  });

  it('a tube that was not found after it was found is missing', async () => {
    const bench = await arrive(null, ann('finds it'), bob('does not find it'));
    expect(missing(bench)).toBe('2026-11-21T10:05:00.000Z');
  });

  it('nobody misses a tube that was disposed of', async () => {
    const bench = await arrive(null, ann('disposes of it'), bob('does not find it'));
    expect(missing(bench)).toBeNull();
    expect(bench.where('S1')).toBe('disposed, -');
  });
});
