import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { type OccupiedStep, type PlaceStep, swapMove, takePlaceInput } from './place-steps.ts';

const box = buildStorageManagement({ id: 'box', name: 'Box 12' });
const other = buildStorageManagement({ id: 'other', name: 'Box 13' });
const shelf = buildStorageManagement({ id: 'shelf', type: 'SHELF', name: 'Shelf A' });
const tube = buildSample({
  id: 'tube',
  barcode: 'TUBE-1',
  storageLocationId: 'box',
  storagePosition: 'A3',
  custodianUserId: 'me',
});
const neighbour = buildSample({
  id: 'n',
  barcode: 'TUBE-2',
  storageLocationId: 'box',
  storagePosition: 'A1',
});
const back = { choice: 'AUTO', returning: true } as const;
const move = { choice: 'AUTO', returning: false } as const;
const start: PlaceStep = { step: 'SAMPLE' };
const sampleScan = (sample = tube) => ({ kind: 'sample', sample, placeText: 'Box 12, A3' }) as const;
const boxScan = (container = box, stored = [tube, neighbour]) =>
  ({ kind: 'container', container, stored }) as const;
const held = takePlaceInput(start, sampleScan(), back).next;

test('a sample that comes back goes to its home position when its own box is scanned', () => {
  const said = takePlaceInput(held, boxScan(), back);
  expect(said.act).toEqual({
    name: 'check-in-sample',
    args: { sampleId: 'tube', containerId: 'box', position: 'A3' },
    done: 'Box 12, A3',
  });
  expect(said.next).toEqual({ step: 'SAMPLE' });
});

test('in another box it goes to the next free position', () => {
  const there = buildSample({ storageLocationId: 'other', storagePosition: 'A1' });
  const said = takePlaceInput(held, boxScan(other, [there]), back);
  expect(said.act?.args).toEqual({ sampleId: 'tube', containerId: 'other', position: 'A2' });
});

test('a place cannot be scanned before a sample', () => {
  const said = takePlaceInput(start, boxScan(), back);
  expect(said).toMatchObject({
    act: null,
    next: start,
    say: { verdict: 'error', title: 'Scan a sample first.' },
  });
});

test('another sample cannot be scanned while one is in the hand', () => {
  const said = takePlaceInput(held, sampleScan(neighbour), back);
  expect(said.say).toMatchObject({ verdict: 'error', title: 'Put TUBE-1 away first, or cancel.' });
  expect(said.next).toEqual(held);
});

test('the same sample scanned again is said to be a repeat', () => {
  expect(takePlaceInput(held, sampleScan(), back).say?.verdict).toBe('repeat');
});

test('an occupied home is a hard stop: nothing moves before somebody chooses', () => {
  const intruder = buildSample({
    id: 'i',
    barcode: 'TUBE-9',
    storageLocationId: 'box',
    storagePosition: 'A3',
  });
  const stopped = takePlaceInput(held, boxScan(box, [tube, intruder]), back);
  expect(stopped.act).toBeNull();
  expect(stopped.say?.title).toBe('Position A3 in Box 12 is occupied by TUBE-9.');
  expect(stopped.next).toMatchObject({ step: 'OCCUPIED', occupant: { id: 'i' } });
  for (const input of [sampleScan(neighbour), boxScan(other, [])]) {
    const ignored = takePlaceInput(stopped.next, input, back);
    expect(ignored).toMatchObject({ act: null, next: stopped.next, say: { verdict: 'error' } });
  }
});

const occupied: OccupiedStep = {
  step: 'OCCUPIED',
  tube: {
    id: 'tube',
    barcode: 'TUBE-1',
    homeId: 'box',
    homePosition: 'A3',
    volume: '50',
    typed: false,
    away: true,
  },
  containerId: 'other',
  container: 'Box 13',
  position: 'B1',
  occupant: { id: 'i', barcode: 'TUBE-9' },
};

test('the two can be swapped', () => {
  expect(swapMove(occupied).act).toMatchObject({
    name: 'swap-samples',
    args: { sampleId: 'tube', otherSampleId: 'i' },
  });
});

test('the other can be displaced to a place that the person scans', () => {
  const said = takePlaceInput({ ...occupied, step: 'DISPLACE' }, boxScan(box, [neighbour]), back);
  expect(said.act).toMatchObject({
    name: 'displace-sample',
    args: { sampleId: 'tube', position: 'B1', occupantId: 'i', toContainerId: 'box', toPosition: 'A2' },
  });
});

test('the displaced one is never sent to the position that is being taken', () => {
  const all = Array.from({ length: 9 }, (_, column) =>
    buildSample({ storageLocationId: 'other', storagePosition: `A${column + 1}` }),
  );
  const said = takePlaceInput({ ...occupied, step: 'DISPLACE' }, boxScan(other, all), back);
  expect(said.act?.args).toMatchObject({ toPosition: 'B2' });
});

test('a full box is said to be full, and the sample stays in the hand', () => {
  const tiny = buildStorageManagement({ id: 'tiny', name: 'Box 1', rows: 1, columns: 1 });
  const full = buildSample({ storageLocationId: 'tiny', storagePosition: 'A1' });
  const said = takePlaceInput(held, boxScan(tiny, [full]), back);
  expect(said).toMatchObject({ act: null, next: { step: 'PLACE' }, say: { title: 'Box 1 is full.' } });
});

test('a person who chooses positions is asked for one, and an invalid one is refused by name', () => {
  const rules = { choice: 'CHOOSE', returning: false } as const;
  const asked = takePlaceInput(held, boxScan(other, []), rules);
  expect(asked).toMatchObject({ act: null, next: { step: 'POSITION', containerId: 'other' } });
  const position = (name: string) =>
    ({ kind: 'position', position: name, container: other, stored: [] }) as const;
  expect(takePlaceInput(asked.next, position('K1'), rules).say?.title).toBe(
    'Position K1 is not one of A1 to I9.',
  );
  expect(takePlaceInput(asked.next, position('C4'), rules).act?.args).toMatchObject({ position: 'C4' });
});

test('on a shelf a sample lies without a position', () => {
  expect(takePlaceInput(held, boxScan(shelf, []), move).act).toMatchObject({
    name: 'move-sample',
    args: { sampleId: 'tube', containerId: 'shelf', position: null },
  });
});

test('the placing that was just recorded is not recorded once more', () => {
  const stored = buildSample({ ...tube, custodianUserId: null });
  const again = takePlaceInput(start, sampleScan(stored), back).next;
  const last = { sampleId: 'tube', containerId: 'box', position: 'A3' };
  expect(takePlaceInput(again, boxScan(), { ...back, last })).toEqual({
    next: { step: 'SAMPLE' },
    say: { verdict: 'repeat', title: 'Already in Box 12, A3.', code: 'TUBE-1' },
    act: null,
  });
  const others = [null, { ...last, sampleId: 'n' }, { ...last, position: 'A4' }];
  for (const other of others)
    expect(takePlaceInput(again, boxScan(), { ...back, last: other }).act?.name).toBe('check-in-sample');
  expect(takePlaceInput(held, boxScan(), { ...back, last }).act?.name).toBe('check-in-sample');
});

test('moving into its own box asks for the position instead of moving it silently', () => {
  const said = takePlaceInput(held, boxScan(), move);
  expect(said).toMatchObject({
    act: null,
    next: { step: 'POSITION' },
    say: { title: 'Already in Box 12, A3.' },
  });
});

test('a sample in a freezer is refused with the text of the rules', () => {
  const freezer = buildStorageManagement({ id: 'f', type: 'FREEZER', name: 'Freezer 1' });
  expect(takePlaceInput(held, boxScan(freezer, []), move).say?.title).toBe(
    'Sample cannot be placed in Freezer.',
  );
});

test('a tube or a place that was typed or chosen is told to the lab as typed, a scanned one is not', () => {
  const typedTube = takePlaceInput(start, { ...sampleScan(), typed: true }, move).next;
  expect(takePlaceInput(typedTube, boxScan(other, []), move).act?.args).toMatchObject({
    typed: true,
    seen: { containerId: 'box', position: 'A3' },
  });
  const scanned = takePlaceInput(start, sampleScan(), move).next;
  expect(takePlaceInput(scanned, boxScan(other, []), move).act?.args).not.toHaveProperty('typed');
  const typedBox = { ...boxScan(other, []), typed: true };
  expect(takePlaceInput(scanned, typedBox, move).act?.args).toMatchObject({ typed: true });
  const home = { kind: 'position', position: 'A3', container: box, stored: [tube] } as const;
  expect(takePlaceInput(held, home, back).act?.args).toMatchObject({ typed: true });
});
