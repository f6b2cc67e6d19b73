import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { OccupiedStep, PlaceStep } from './place-step.ts';
import { planSwap, takePlaceInput } from './place-steps.ts';

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
const neighbor = buildSample({
  id: 'n',
  barcode: 'TUBE-2',
  storageLocationId: 'box',
  storagePosition: 'A1',
});
const back = { choice: 'AUTO', returning: true } as const;
const move = { choice: 'AUTO', returning: false } as const;
const start: PlaceStep = { step: 'SAMPLE' };
const sampleScan = (sample = tube) => ({ kind: 'sample', sample, placeText: 'Box 12, A3' }) as const;
const boxScan = (container = box, boxContent = [tube, neighbor]) =>
  ({ kind: 'container', container, containerSamples: boxContent }) as const;
const tubeInHand = takePlaceInput(start, sampleScan(), back).next;

test('a returned sample goes to its home position when its own box is scanned', () => {
  const result = takePlaceInput(tubeInHand, boxScan(), back);
  expect(result.operation).toEqual({
    name: 'check-in-sample',
    args: { sampleId: 'tube', containerId: 'box', position: 'A3' },
    done: 'Box 12, A3',
  });
  expect(result.next).toEqual({ step: 'SAMPLE' });
});

test('in another box a sample goes to the next free position', () => {
  const storedSample = buildSample({ storageLocationId: 'other', storagePosition: 'A1' });
  const result = takePlaceInput(tubeInHand, boxScan(other, [storedSample]), back);
  expect(result.operation?.args).toEqual({ sampleId: 'tube', containerId: 'other', position: 'A2' });
});

test('a box scanned before its samples takes each of them; the box is scanned once', () => {
  const boxMove = takePlaceInput(start, boxScan(other, []), back);
  expect(boxMove).toMatchObject({
    operation: null,
    next: start,
    boxId: 'other',
    feedback: { verdict: 'ok' },
  });
  const result = takePlaceInput(start, sampleScan(), {
    ...back,
    box: { container: other, containerSamples: [] },
  });
  expect(result.operation?.args).toEqual({ sampleId: 'tube', containerId: 'other', position: 'A1' });
  expect(result.next).toEqual(start);
});

test('a full box takes no more, and the sample in the hand needs another place', () => {
  const small = buildStorageManagement({ id: 'small', name: 'Box 1', rows: 1, columns: 1 });
  const inside = buildSample({ id: 'inside', storageLocationId: 'small', storagePosition: 'A1' });
  const result = takePlaceInput(start, sampleScan(), {
    ...back,
    box: { container: small, containerSamples: [inside] },
  });
  expect(result).toMatchObject({ operation: null, boxId: null, next: { step: 'PLACE' } });
  expect(result.feedback?.verdict).toBe('error');
});

test('a double pull of the trigger on a sample or its box is said and changes nothing', () => {
  const last = { sampleId: 'tube', containerId: 'box', position: 'A3' };
  const repeatedScan = { ...sampleScan(), repeat: true };
  expect(takePlaceInput(start, repeatedScan, { ...back, last })).toMatchObject({
    operation: null,
    next: start,
    feedback: { verdict: 'repeat', title: 'Checked in already, A3.' },
  });
  const boxAgain = takePlaceInput(start, { ...boxScan(), repeat: true }, { ...back, last });
  expect(boxAgain).toMatchObject({ operation: null, feedback: { verdict: 'repeat' } });
  expect(boxAgain.boxId).toBeUndefined();
});

test('another sample cannot be scanned before the first one is placed', () => {
  const result = takePlaceInput(tubeInHand, sampleScan(neighbor), back);
  expect(result.feedback).toMatchObject({ verdict: 'error', title: 'Put TUBE-1 away first, or cancel.' });
  expect(result.next).toEqual(tubeInHand);
});

test('the same sample scanned again is reported as a repeat', () => {
  expect(takePlaceInput(tubeInHand, sampleScan(), back).feedback?.verdict).toBe('repeat');
});

test('an occupied home position blocks the placement until the user decides', () => {
  const intruder = buildSample({
    id: 'i',
    barcode: 'TUBE-9',
    storageLocationId: 'box',
    storagePosition: 'A3',
  });
  const stopped = takePlaceInput(tubeInHand, boxScan(box, [tube, intruder]), back);
  expect(stopped.operation).toBeNull();
  expect(stopped.feedback?.title).toBe('Position A3 in Box 12 is occupied by TUBE-9.');
  expect(stopped.next).toMatchObject({ step: 'OCCUPIED', occupant: { id: 'i' } });
  for (const input of [sampleScan(neighbor), boxScan(other, [])]) {
    const ignored = takePlaceInput(stopped.next, input, back);
    expect(ignored).toMatchObject({ operation: null, next: stopped.next, feedback: { verdict: 'error' } });
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
  expect(planSwap(occupied).operation).toMatchObject({
    name: 'swap-samples',
    args: { sampleId: 'tube', otherSampleId: 'i' },
  });
});

test('the other tube can be displaced to a location that the user scans', () => {
  const result = takePlaceInput({ ...occupied, step: 'DISPLACE' }, boxScan(box, [neighbor]), back);
  expect(result.operation).toMatchObject({
    name: 'displace-sample',
    args: { sampleId: 'tube', position: 'B1', occupantId: 'i', toContainerId: 'box', toPosition: 'A2' },
  });
});

test('the displaced tube is never sent to the position that is being taken', () => {
  const all = Array.from({ length: 9 }, (_, column) =>
    buildSample({ storageLocationId: 'other', storagePosition: `A${column + 1}` }),
  );
  const result = takePlaceInput({ ...occupied, step: 'DISPLACE' }, boxScan(other, all), back);
  expect(result.operation?.args).toMatchObject({ toPosition: 'B2' });
});

test('a full box is refused, and the sample stays the current one', () => {
  const tiny = buildStorageManagement({ id: 'tiny', name: 'Box 1', rows: 1, columns: 1 });
  const full = buildSample({ storageLocationId: 'tiny', storagePosition: 'A1' });
  const result = takePlaceInput(tubeInHand, boxScan(tiny, [full]), back);
  expect(result).toMatchObject({
    operation: null,
    next: { step: 'PLACE' },
    feedback: { title: 'Box 1 is full.' },
  });
});

test('a user who enters positions is asked for one, and an invalid one is refused by name', () => {
  const rules = { choice: 'CHOOSE', returning: false } as const;
  const positionRequest = takePlaceInput(tubeInHand, boxScan(other, []), rules);
  expect(positionRequest).toMatchObject({
    operation: null,
    next: { step: 'POSITION', containerId: 'other' },
  });
  const position = (name: string) =>
    ({ kind: 'position', position: name, container: other, containerSamples: [] }) as const;
  expect(takePlaceInput(positionRequest.next, position('K1'), rules).feedback?.title).toBe(
    'Position K1 is not one of A1 to I9.',
  );
  expect(takePlaceInput(positionRequest.next, position('C4'), rules).operation?.args).toMatchObject({
    position: 'C4',
  });
});

test('a sample on a shelf has no position', () => {
  expect(takePlaceInput(tubeInHand, boxScan(shelf, []), move).operation).toMatchObject({
    name: 'move-sample',
    args: { sampleId: 'tube', containerId: 'shelf', position: null },
  });
});

test('a placement that was just recorded is not recorded again', () => {
  const boxContent = buildSample({ ...tube, custodianUserId: null });
  const repeatStep = takePlaceInput(start, sampleScan(boxContent), back).next;
  const last = { sampleId: 'tube', containerId: 'box', position: 'A3' };
  expect(takePlaceInput(repeatStep, boxScan(), { ...back, last })).toEqual({
    next: { step: 'SAMPLE' },
    feedback: { verdict: 'repeat', title: 'Already in Box 12, A3.', code: 'TUBE-1' },
    operation: null,
  });
  const otherPlacings = [null, { ...last, sampleId: 'n' }, { ...last, position: 'A4' }];
  for (const other of otherPlacings)
    expect(takePlaceInput(repeatStep, boxScan(), { ...back, last: other }).operation?.name).toBe(
      'check-in-sample',
    );
  expect(takePlaceInput(tubeInHand, boxScan(), { ...back, last }).operation?.name).toBe('check-in-sample');
});

test("a move into the sample's own box asks for the position", () => {
  const result = takePlaceInput(tubeInHand, boxScan(), move);
  expect(result).toMatchObject({
    operation: null,
    next: { step: 'POSITION' },
    feedback: { title: 'Already in Box 12, A3.' },
  });
});

test('a sample in a freezer is refused with the text of the rules', () => {
  const freezer = buildStorageManagement({ id: 'f', type: 'FREEZER', name: 'Freezer 1' });
  expect(takePlaceInput(tubeInHand, boxScan(freezer, []), move).feedback?.title).toBe(
    'Sample cannot be placed in Freezer.',
  );
});

test('a typed or selected tube or location is recorded as typed, a scanned one is not', () => {
  const typedTube = takePlaceInput(start, { ...sampleScan(), typed: true }, move).next;
  expect(takePlaceInput(typedTube, boxScan(other, []), move).operation?.args).toMatchObject({
    typed: true,
    seen: { containerId: 'box', position: 'A3' },
  });
  const scanned = takePlaceInput(start, sampleScan(), move).next;
  expect(takePlaceInput(scanned, boxScan(other, []), move).operation?.args).not.toHaveProperty('typed');
  const typedBox = { ...boxScan(other, []), typed: true };
  expect(takePlaceInput(scanned, typedBox, move).operation?.args).toMatchObject({ typed: true });
  const home = { kind: 'position', position: 'A3', container: box, containerSamples: [tube] } as const;
  expect(takePlaceInput(tubeInHand, home, back).operation?.args).toMatchObject({ typed: true });
});
