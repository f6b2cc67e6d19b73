import { describe, expect, it, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { findEmptied, findOtherRack, rackScanDiff } from './rack-scan-diff.ts';

const box = buildStorageManagement({ id: 'box', name: 'Box 12', barcode: 'BOX-12' });
const other = buildStorageManagement({ id: 'other', name: 'Box 13', barcode: 'BOX-13' });

describe('the rack code of a file', () => {
  it('of the chosen container, in any spelling, is accepted', () => {
    expect(findOtherRack(box, ' box-12 ', box)).toBeNull();
    expect(findOtherRack(box, 'BOX-12', null)).toBeNull();
  });
  it('that is another label of the chosen container is accepted', () => {
    expect(findOtherRack(box, 'MANUFACTURER-7', box)).toBeNull();
  });
  it('that is missing is accepted', () => {
    expect(findOtherRack(box, null, null)).toBeNull();
  });
  it('that the lab does not know is reported with both codes', () => {
    expect(findOtherRack(box, 'RK-77', null)).toEqual({
      selectedCode: 'BOX-12',
      inFile: 'RK-77',
      owner: null,
    });
  });
  it('that belongs to another container is reported with its name', () => {
    expect(findOtherRack(box, 'BOX-13', other)).toEqual({
      selectedCode: 'BOX-12',
      inFile: 'BOX-13',
      owner: 'Box 13',
    });
  });
  it('is reported for a container without a label', () => {
    expect(findOtherRack({ id: 'box', barcode: null }, 'RK-77', null)).toMatchObject({ selectedCode: null });
  });
});

describe('a scan that empties a rack', () => {
  const tube = (n: number, more = {}) =>
    buildSample({
      id: `s${n}`,
      barcode: `S${n}`,
      storageLocationId: 'box',
      storagePosition: `A${n}`,
      ...more,
    });
  const emptied = (tubes: ReturnType<typeof tube>[], scannedNumbers: number[], unread: number[] = []) => {
    const rows = [
      ...scannedNumbers.map((n) => ({ position: `A${n}`, barcode: `S${n}`, read: 'OK' as const })),
      ...unread.map((n) => ({ position: `A${n}`, barcode: null, read: 'NO_READ' as const })),
    ];
    const diff = rackScanDiff('box', tubes, rows, (code) => tubes.find((one) => one.barcode === code));
    return findEmptied(tubes, diff);
  };
  const four = [1, 2, 3, 4].map((n) => tube(n));

  test.each([
    [[1, 2, 3, 4], null],
    [[1, 2], null],
    [[1], { emptied: 3, occupied: 4 }],
    [[], { emptied: 4, occupied: 4 }],
  ])('is reported when more than half of its tubes were not seen: %j', (scannedNumbers, expectedDoubt) => {
    expect(emptied(four, scannedNumbers)).toEqual(expectedDoubt);
  });
  it('does not count tubes that were not read, are checked out or have no position', () => {
    expect(emptied(four, [1], [2])).toBeNull();
    const out = [tube(1), tube(2, { custodianUserId: 'bob' }), tube(3, { storagePosition: null })];
    expect(emptied(out, [1])).toBeNull();
    expect(emptied(out, [])).toEqual({ emptied: 1, occupied: 1 });
  });
  it('is not reported when the rack is empty', () => {
    expect(emptied([], [])).toBeNull();
  });
});
