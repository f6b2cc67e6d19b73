import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { childRows } from '#pwa/replica/store/document.ts';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// Two users' operations on one tube end the same whichever device reaches the server first (domain 5.1,
// precedence b).

let lab: TwoDevices;
let tubeCount = 0;

beforeAll(async () => {
  lab = await openTwoDevices();
});

afterAll(() => lab.close());

const to = (sampleId: string, containerId: string, position: string) => ({ sampleId, containerId, position });
const out = (sampleId: string) => ({ sampleId, purpose: 'QC' as const });
const disposal = (sampleId: string) => ({
  bulkId: `end-${sampleId}`,
  sampleIds: [sampleId],
  reason: 'Leftover',
  reviewerUserId: null,
  reviewerProof: null,
});

/** A tube in a separate position, known to all devices. */
async function putTube(): Promise<{ id: string; slot: string }> {
  const slot = `${'ABCDEFGH'[tubeCount % 8]}${1 + Math.floor(tubeCount / 8)}`;
  const id = `C-${100 + tubeCount++}`;
  await lab.tube(id, { containerId: 'box', position: slot });
  return { id, slot };
}

async function missing(id: string): Promise<string | null> {
  return missingSince(childRows(event, await lab.agreed('samples', id), 'events'));
}

describe.each([
  ['the earlier operation arrives first', true],
  ['the later operation arrives first', false],
])('when two people act offline and %s', (_order, inOrder) => {
  const arrive = async (earlier: PersonAtBench, later: PersonAtBench) => {
    for (const person of inOrder ? [earlier, later] : [later, earlier]) await person.online();
    await lab.meet();
  };

  test('case 6: a check-out after a check-in holds the tube', async () => {
    const { id } = await putTube();
    await lab.ann.does('check-out-sample', { sampleId: id, purpose: 'BATCH' }, 30);
    await lab.meet();
    await lab.ann.does('check-in-sample', to(id, 'box', 'H11'), 10);
    const checkOutId = await lab.bob.does('check-out-sample', out(id), 5);
    await arrive(lab.ann, lab.bob);
    expect(lab.bob.verdict(checkOutId).outcome).not.toBe('REJECTED');
    expect(await lab.locate(id)).toBe('box, H11');
    expect(await lab.agreed('samples', id)).toMatchObject({ custodianUserId: 'user-bob' });
    const chain = childRows(event, await lab.agreed('samples', id), 'events').map((one) => one.type);
    expect(chain.filter((type) => type === 'SAMPLE_CHECKED_OUT')).toHaveLength(2);
    expect(chain).toContain('SAMPLE_CHECKED_IN');
    await lab.bob.does('move-sample', to(id, 'box-13', `A${tubeCount}`), 0);
    await lab.meet();
  });

  test('case 6: a transfer after a move holds the tube', async () => {
    const { id } = await putTube();
    await lab.ann.does('move-sample', to(id, 'box-13', `B${tubeCount % 12 || 12}`), 10);
    await lab.bob.does('transfer-custody', { sampleId: id, toUserId: 'user-mia' }, 5);
    await arrive(lab.ann, lab.bob);
    expect(await lab.locate(id)).toBe(`box-13, B${tubeCount % 12 || 12}`);
    expect(await lab.agreed('samples', id)).toMatchObject({ custodianUserId: 'user-mia' });
  });

  test("a stock-take does not miss a tube in a colleague's custody", async () => {
    const { id } = await putTube();
    await lab.ann.does('check-out-sample', out(id), 10);
    const count = { containerId: 'box', bulkId: `count-${id}`, found: [], missing: [id] };
    await lab.bob.does('take-stock', count, 5);
    await arrive(lab.ann, lab.bob);
    expect(await missing(id)).toBeNull();
    expect(await lab.agreed('samples', id)).toMatchObject({ custodianUserId: 'user-ann' });
  });

  test('a tube that was checked out after a stock-take missed it is not missing', async () => {
    const { id } = await putTube();
    const count = { containerId: 'box', bulkId: `count-${id}`, found: [], missing: [id] };
    await lab.ann.does('take-stock', count, 10);
    await lab.bob.does('check-out-sample', out(id), 5);
    await arrive(lab.ann, lab.bob);
    expect(await missing(id)).toBeNull();
  });

  test('case 7: a rack scan keeps all its tubes when one of them was disposed of, and a manager decides', async () => {
    const rackId = `rack-of-${tubeCount}`;
    const tubes = [await putTube(), await putTube(), await putTube()];
    const [disposedTube] = tubes;
    if (!disposedTube) throw new Error('no tube');
    const rack = {
      id: rackId,
      name: rackId,
      type: 'TUBE_RACK',
      rows: 8,
      columns: 12,
      parentId: null,
    } as const;
    await lab.lab.insert(storageManagement, buildStorageManagement(rack));
    await lab.meet();
    const rows = tubes.map(({ id }, n) => ({ position: `A${n + 1}`, barcode: id, read: 'OK' as const }));
    const disposed = await lab.ann.does('dispose-samples', disposal(disposedTube.id), 10);
    const scan = await lab.bob.does(
      'scan-container',
      { containerId: rackId, bulkId: `bulk-${rackId}`, rows },
      5,
    );
    await arrive(lab.ann, lab.bob);
    expect([lab.ann.verdict(disposed).outcome, lab.bob.verdict(scan).outcome].sort()).toEqual([
      'APPLIED',
      'CONFLICT',
    ]);
    expect(await lab.locate(tubes[1]?.id ?? '')).toBe(`${rackId}, A2`);
    expect(await lab.locate(tubes[2]?.id ?? '')).toBe(`${rackId}, A3`);
    const conflict = await lab.conflictAbout(disposedTube.id);
    const names = [conflict['mine'], conflict['theirs']].map((one) => ConflictVersion.parse(one).name);
    expect(names.sort()).toEqual(['Ann Archer', 'Bob Baker']);
    await lab.decides(conflict, inOrder ? 'KEEP_B' : 'KEEP_A');
    expect(await lab.locate(disposedTube.id)).toBe(`${rackId}, A1`);
  });
});
