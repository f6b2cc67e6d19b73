import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';

// The cases of domain 5.11 about samples and places, from two devices through the server and back to both.

let lab: TwoDevices;
let tubeCount = 0;

beforeAll(async () => {
  lab = await openTwoDevices();
});

afterAll(() => lab.close());

const tubeName = () => `T-${100 + tubeCount++}`;
const to = (sampleId: string, containerId: string, position: string) => ({ sampleId, containerId, position });

describe('when two people act offline', () => {
  test('case 1: a sample moved to two places is at the place of the later move, and its history has both', async () => {
    const id = tubeName();
    await lab.tube(id, { containerId: 'box', position: 'A1' });
    const later = await lab.bob.does('move-sample', to(id, 'box-13', 'C3'), 5);
    const earlier = await lab.ann.does('move-sample', to(id, 'box', 'B2'), 10);
    await lab.ann.online();
    await lab.meet();
    expect(lab.ann.verdict(earlier).outcome).toBe('APPLIED');
    expect(lab.bob.verdict(later)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Last seen in Box 12, B2 by Ann Archer',
    });
    expect(await lab.locate(id)).toBe('box-13, C3');
    expect((await lab.mia.showsSample(id))?.['events']).toHaveLength(2);
  });

  test('case 2: of two samples in one slot the first applied keeps it, and the box must be rescanned', async () => {
    const [first, second] = [tubeName(), tubeName()];
    await lab.tube(first);
    await lab.tube(second);
    await lab.ann.does('move-sample', to(first, 'box', 'D1'), 5);
    const lost = await lab.bob.does('move-sample', to(second, 'box', 'D1'), 10);
    expect((await lab.bob.showsSample(second))?.['storagePosition']).toBe('D1');
    await lab.ann.online();
    await lab.meet();
    expect(lab.bob.verdict(lost)).toEqual({ outcome: 'CONFLICT', message: 'Rescan Box 12' });
    expect(await lab.locate(first)).toBe('box, D1');
    expect(await lab.locate(second)).toBe('box, -');
    const conflict = (await lab.openConflicts()).find(
      (open) => open['targetId'] === second || open['targetId'] === 'box',
    );
    expect(conflict).toMatchObject({ mine: { name: 'Bob Baker' }, theirs: { name: 'Ann Archer' } });
  });

  test('case 3: a box moved by one and a sample put into it by the other both apply', async () => {
    const id = tubeName();
    await lab.tube(id);
    const box = await lab.ann.does(
      'move-container',
      { containerId: 'box', parentId: 'rack-5', position: 'B1' },
      10,
    );
    const move = await lab.bob.does('move-sample', to(id, 'box', 'E1'), 5);
    await lab.meet();
    expect(lab.ann.verdict(box).outcome).toBe('APPLIED');
    expect(lab.bob.verdict(move).outcome).toBe('APPLIED');
    expect(await lab.locate(id)).toBe('box, E1');
  });

  test('case 4: a single move after the scan of a box counts', async () => {
    const id = tubeName();
    await lab.tube(id, { containerId: 'box-13', position: 'F1' });
    const moved = await lab.bob.does('move-sample', to(id, 'box', 'F3'), 5);
    await lab.bob.online();
    const rows = [{ position: 'F2', barcode: id, read: 'OK' as const }];
    const scan = await lab.ann.does(
      'scan-container',
      { containerId: 'box-13', bulkId: `scan-${id}`, rows },
      10,
    );
    await lab.meet();
    expect(lab.bob.verdict(moved).outcome).toBe('APPLIED');
    expect(lab.ann.verdict(scan).outcome).toBe('MERGED');
    expect(await lab.locate(id)).toBe('box, F3');
  });

  test('case 5: of two check-outs the later has custody, and the earlier holder is named', async () => {
    const id = tubeName();
    await lab.tube(id, { containerId: 'box', position: 'G1' });
    await lab.ann.does('check-out-sample', { sampleId: id, purpose: 'BATCH' }, 10);
    const second = await lab.bob.does('check-out-sample', { sampleId: id, purpose: 'QC' }, 5);
    await lab.ann.online();
    await lab.meet();
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: `Sample ${id} was checked out to Ann Archer; it is now checked out to you.`,
    });
    expect((await lab.ann.showsSample(id))?.['custodianUserId']).toBe('user-bob');
  });

  test("case 6: a check-out after another user's check-in counts", async () => {
    const id = tubeName();
    await lab.tube(id, { containerId: 'box', position: 'H1' });
    await lab.ann.does('check-out-sample', { sampleId: id, purpose: 'BATCH' }, 30);
    await lab.meet();
    await lab.bob.does('check-out-sample', { sampleId: id, purpose: 'QC' }, 5);
    await lab.ann.does('check-in-sample', to(id, 'box', 'H2'), 10);
    await lab.ann.online();
    await lab.meet();
    expect(await lab.locate(id)).toBe('box, H2');
    expect((await lab.mia.showsSample(id))?.['custodianUserId']).toBe('user-bob');
  });

  test('case 7: a sample disposed of by one and moved earlier by the other is kept, and a manager decides', async () => {
    const id = tubeName();
    await lab.tube(id, { containerId: 'box', position: 'C1' });
    await lab.bob.does('move-sample', to(id, 'box-13', 'C2'), 10);
    await lab.bob.online();
    const args = {
      bulkId: `bulk-${id}`,
      sampleIds: [id],
      reason: 'Leftover',
      reviewerUserId: null,
      reviewerProof: null,
    };
    const disposal = await lab.ann.does('dispose-samples', args, 5);
    await lab.meet();
    expect(lab.ann.verdict(disposal).outcome).toBe('CONFLICT');
    expect(await lab.locate(id)).toBe('box-13, C2');
    const conflict = (await lab.openConflicts()).find((open) => open['targetId'] === id);
    await lab.mia.does(
      'resolve-conflict',
      { conflictId: String(conflict?.['id']), choice: 'KEEP_B', value: null },
      0,
    );
    await lab.meet();
    expect(await lab.locate(id)).toBe('disposed, -');
  });
});
