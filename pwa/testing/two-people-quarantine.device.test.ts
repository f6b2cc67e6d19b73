import { afterEach, describe, expect, test } from 'vitest';
import type { TwoDevices } from './bench-world.ts';
import { openSectionBench } from './convergence-operations.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// One user quarantines a specimen that another, unaware of it, places and starts.

let lab: TwoDevices;

afterEach(() => lab.close());

const place = (person: PersonAtBench, sampleId: string, well: string, minutesAgo: number) =>
  person.does('place-sample', { batchId: 'batch-1', sampleId, plateLocation: well }, minutesAgo);

describe('a quarantine and a start that are unaware of each other', () => {
  test.each([
    ['hold first', 'KEEP_A', 'IN_PROGRESS', 'IN_PROGRESS', 'batch-1'],
    ['work first', 'KEEP_A', 'IN_PROGRESS', 'IN_PROGRESS', 'batch-1'],
    ['hold first', 'KEEP_B', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED', null],
    ['work first', 'KEEP_B', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED', null],
  ] as const)('%s, and %s is decided: the sample is %s', async (first, choice, status, owner, batchId) => {
    lab = await openSectionBench();
    const args = { specimenId: 'specimen-1', status: 'RECEIVED_QUARANTINED' as const, reason: 'Wrong label' };
    const hold = await lab.bob.does('hold-specimen', args, 60);
    const placing = await place(lab.ann, 's1', 'A1', 50);
    await place(lab.ann, 's2', 'B1', 49);
    await lab.ann.does('start-batch', { batchId: 'batch-1' }, 48);
    await (first === 'hold first' ? lab.bob : lab.ann).online();
    await lab.meet();
    const verdict = first === 'hold first' ? lab.ann.verdict(placing) : lab.bob.verdict(hold);
    expect(verdict).toEqual({
      outcome: 'CONFLICT',
      message:
        'Specimen W26325-0001 is in batch W26325-E01 already. Its samples are flagged for review; a lab manager decides.',
    });
    expect(await lab.agreed('samples', 's1')).toMatchObject({
      status: 'IN_PROGRESS',
      plateLocation: 'A1',
      remainingVolume: '800',
      flaggedForReview: true,
    });
    const conflict = await lab.conflictAbout('specimen-1');
    expect(conflict).toMatchObject({
      kind: 'HELD_IN_WORK',
      batchId: 'batch-1',
      mine: { name: 'Bob Baker', label: 'Received, quarantined: Wrong label' },
      theirs: { name: 'Ann Archer', label: 'W26325-0001-01 in batch W26325-E01, A1' },
    });
    expect((await lab.decides(conflict, choice)).outcome).toBe('APPLIED');
    expect(await lab.agreed('samples', 's1')).toMatchObject({ status, batchId, flaggedForReview: false });
    expect(await lab.agreed('specimens', 'specimen-1')).toMatchObject({ status: owner });
    expect(await lab.agreed('samples', 's2')).toMatchObject({ status: 'IN_PROGRESS' });
    expect(await lab.openConflicts()).toEqual([]);
  });
});
