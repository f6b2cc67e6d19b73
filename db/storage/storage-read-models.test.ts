import { describe, expect, it } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { containerPath, pathText } from './container-path.ts';
import { contentsOf, placesWithRoom, subtreeOf } from './contents-of.ts';
import { capacityProblem, fillLevel, freeSlots } from './free-slots.ts';
import { rackScanDiff } from './rack-scan-diff.ts';
import { stockTakeDiff } from './stock-take-diff.ts';
import { canBePlacedIn, END_PLACES, STORAGE_TYPE, STORAGE_TYPES } from './storage-management.ts';

const site = buildStorageManagement({ id: 'site', type: 'SITE', name: 'Site' });
const room = buildStorageManagement({ id: 'room', type: 'ROOM', name: 'Hall B', parentId: 'site' });
const shelf = buildStorageManagement({ id: 'shelf', type: 'SHELF', name: 'Shelf 1', parentId: 'room' });
const box2 = buildStorageManagement({ id: 'box-2', name: 'Box 2', parentId: 'shelf' });
const box10 = buildStorageManagement({
  id: 'box-10',
  name: 'Box 10',
  parentId: 'shelf',
  rows: 1,
  columns: 2,
});
const tree = [site, room, shelf, box10, box2];
const tube = (
  barcode: string,
  storageLocationId: string | null,
  storagePosition: string | null,
  custodianUserId: string | null = null,
) => buildSample({ id: barcode, barcode, storageLocationId, storagePosition, custodianUserId });

describe('the storage tree', () => {
  it('no kind of place can be inside itself, through any chain', () => {
    for (const type of STORAGE_TYPES) {
      const above = new Set(STORAGE_TYPE[type].parents);
      for (const parent of above) for (const next of STORAGE_TYPE[parent].parents) above.add(next);
      expect(above.has(type)).toBe(false);
    }
    for (const end of END_PLACES)
      expect(STORAGE_TYPES.some((type) => canBePlacedIn(type, end) || canBePlacedIn(end, type))).toBe(false);
  });

  it('a path goes from the site down, and a damaged tree still ends', () => {
    expect(pathText(containerPath(tree, 'box-2'))).toBe('Site / Hall B / Shelf 1 / Box 2');
    const a = buildStorageManagement({ id: 'a', name: 'A', parentId: 'b' });
    const b = buildStorageManagement({ id: 'b', name: 'B', parentId: 'a' });
    expect(containerPath([a, b], 'a').map((place) => place.id)).toEqual(['b', 'a']);
    expect([...subtreeOf([a, b], 'a')]).toEqual(['a', 'b']);
  });

  it('contents are in natural order: Box 2 before Box 10, A2 before A10', () => {
    const samples = [tube('S-1', 'shelf', null), tube('S-2', 'box-2', 'A10'), tube('S-3', 'box-2', 'A2')];
    expect(contentsOf(tree, samples, 'shelf').places.map((place) => place.name)).toEqual(['Box 2', 'Box 10']);
    expect(contentsOf(tree, samples, 'box-2').samples.map((one) => one.barcode)).toEqual(['S-3', 'S-2']);
  });
});

describe('capacity', () => {
  it('free positions exclude the reserved slots of checked-out samples', () => {
    expect(freeSlots(box10, [tube('S-1', 'box-10', 'A1', 'user-ann')])).toEqual(['A2']);
    expect(freeSlots(box2, [])).toHaveLength(81);
  });

  it.each([
    [64, null],
    [65, 80],
    [73, 90],
    [81, 100],
  ])('a 9 x 9 box with %i tubes gives the alert %s', (count, alert) => {
    expect(fillLevel(box2, count)?.alert).toBe(alert);
  });

  it('a move that does not fit is refused with the numbers', () => {
    expect(capacityProblem(box10, 1, 2)?.message).toBe('Box 10 has 1 free place for 2 samples.');
    expect(capacityProblem(box10, 0, 2)).toBeNull();
  });

  it('the places with room list the boxes with enough room, emptiest first', () => {
    const places = placesWithRoom(tree, [tube('S-1', 'box-10', 'A1')], 1);
    expect(places.map(({ place, free }) => [place.name, free])).toEqual([
      ['Box 2', 81],
      ['Box 10', 1],
    ]);
    expect(placesWithRoom(tree, [], 3).map(({ place }) => place.name)).toEqual(['Box 2']);
  });
});

describe('the changes of a scan', () => {
  it('are sorted into stays, shifts, arrivals, unknown, unread, absent and checked out', () => {
    const inBox = [
      tube('S-1', 'box-2', 'A1'),
      tube('S-2', 'box-2', 'A2'),
      tube('S-3', 'box-2', 'A3'),
      tube('S-4', 'box-2', 'A4'),
      tube('S-5', 'box-2', 'A5', 'user-ann'),
    ];
    const all = [...inBox, tube('S-9', 'box-10', 'A1')];
    const ok = (position: string, barcode: string) => ({ position, barcode, read: 'OK' as const });
    const rows = [
      ok('A1', 'S-1'),
      ok('B1', 'S-2'),
      ok('B2', 'S-9'),
      ok('B3', 'NEW-1'),
      { position: 'A3', barcode: null, read: 'NO_READ' as const },
      { position: 'A4', barcode: null, read: 'EMPTY' as const },
    ];
    const diff = rackScanDiff('box-2', inBox, rows, (code) => all.find((one) => one.barcode === code));
    expect(diff.stays.map((one) => one.sample.id)).toEqual(['S-1']);
    expect(diff.shifts).toMatchObject([{ from: 'A2', position: 'B1' }]);
    expect(diff.arrives).toMatchObject([{ position: 'B2' }]);
    expect(diff.unknown).toEqual([{ barcode: 'NEW-1', position: 'B3' }]);
    expect(diff.unread).toMatchObject([{ position: 'A3', sample: { id: 'S-3' } }]);
    expect(diff.absent).toMatchObject([{ sample: { id: 'S-4' }, position: 'A4' }]);
    expect(diff.checkedOut).toMatchObject([{ sample: { id: 'S-5' }, isSlotTaken: false }]);
  });

  it('have a verdict for each scan of a stock-take, and repeats get their own', () => {
    const boxTubes = [tube('S-1', 'box-2', 'A1'), tube('S-2', 'box-2', 'A2')];
    const all = [...boxTubes, tube('S-8', 'box-10', 'A1'), tube('S-9', null, null)];
    const take = stockTakeDiff('box-2', boxTubes, ['s-1', 'S-8', 'S-9', 'S-1 ', 'X-1'], (code) =>
      all.find((one) => one.barcode === code),
    );
    expect(take.scans.map((scan) => scan.kind)).toEqual([
      'HERE',
      'ELSEWHERE',
      'NO_LOCATION',
      'ALREADY',
      'UNKNOWN',
    ]);
    expect(take.missing.map((one) => one.id)).toEqual(['S-2']);
  });
});
