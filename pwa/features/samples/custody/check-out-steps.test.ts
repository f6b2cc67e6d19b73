import { expect, test } from 'vitest';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { findCount, readFindList } from './find-list-panel.tsx';
import { type CheckOutFacts, EMPTY_CHECK_OUT, takeCheckOutScan } from './use-check-out.ts';

const facts: CheckOutFacts = {
  userId: 'me',
  nameOf: () => 'Bob Baker',
  sampleCount: 3,
  repeat: false,
  typed: false,
};
const free = buildSample({ id: 'free', barcode: 'TUBE-1' });
const scan = (sample = free, session = EMPTY_CHECK_OUT) =>
  takeCheckOutScan(session, sample.barcode, { kind: 'sample', sample }, facts);

test('a free sample is checked out for the purpose of the session', () => {
  expect(scan().operation).toMatchObject({
    name: 'check-out-sample',
    args: { sampleId: 'free', purpose: 'BATCH', typed: false },
  });
});

test('a typed code is marked as typed: it does not prove that the tube is present', () => {
  const move = takeCheckOutScan(
    EMPTY_CHECK_OUT,
    'TUBE-1',
    { kind: 'sample', sample: free },
    { ...facts, typed: true },
  );
  expect(move.operation?.args).toMatchObject({ typed: true });
});

test('a checked-out sample is refused with the name of its custodian', () => {
  const move = scan(buildSample({ barcode: 'TUBE-2', custodianUserId: 'bob' }));
  expect(move).toMatchObject({
    operation: null,
    feedback: { verdict: 'error', title: 'Sample TUBE-2 is checked out to Bob Baker.' },
  });
});

test("the user's own sample scanned again is a repeat; a badge scanned after it hands it over", () => {
  const repeatMove = scan(buildSample({ id: 'mine', barcode: 'TUBE-3', custodianUserId: 'me' }));
  expect(repeatMove.feedback?.verdict).toBe('repeat');
  const session = { ...EMPTY_CHECK_OUT, ...repeatMove.change };
  const badge = { kind: 'person', person: buildPerson({ userId: 'bob', name: 'Bob Baker' }) } as const;
  expect(takeCheckOutScan(session, 'BADGE-1', badge, facts).operation).toMatchObject({
    name: 'transfer-custody',
    args: { sampleId: 'mine', toUserId: 'bob' },
  });
});

test('a badge without a sample before it is refused', () => {
  const badge = { kind: 'person', person: buildPerson() } as const;
  expect(takeCheckOutScan(EMPTY_CHECK_OUT, 'BADGE-1', badge, facts).feedback?.verdict).toBe('error');
});

test('a whole box is checked out only by a second scan, not by a double trigger', () => {
  const container = buildStorageManagement({ id: 'box', name: 'Box 12', barcode: 'BOX-12' });
  const scannedContainer = { kind: 'container', container } as const;
  const first = takeCheckOutScan(EMPTY_CHECK_OUT, 'BOX-12', scannedContainer, facts);
  expect(first).toMatchObject({ operation: null, feedback: { verdict: 'warning' }, change: { box: 'box' } });
  const pendingSession = { ...EMPTY_CHECK_OUT, ...first.change };
  expect(
    takeCheckOutScan(pendingSession, 'BOX-12', scannedContainer, { ...facts, repeat: true }).operation,
  ).toBeNull();
  expect(takeCheckOutScan(pendingSession, 'BOX-12', scannedContainer, facts).operation?.name).toBe(
    'check-out-container',
  );
});

test('with a find list only listed samples are checked out, and the counter counts them', () => {
  const session = { ...EMPTY_CHECK_OUT, list: ['TUBE-1', 'TUBE-7'] };
  expect(scan(free, session)).toMatchObject({
    operation: { name: 'check-out-sample' },
    change: { found: ['TUBE-1'] },
  });
  const off = scan(buildSample({ barcode: 'TUBE-8' }), session);
  expect(off).toMatchObject({ operation: null, feedback: { verdict: 'error', title: 'Not on the list.' } });
  expect(findCount(session.list, new Set(['TUBE-1', 'TUBE-8']))).toBe('1/2');
});

test('an unknown code is reported with what to scan instead', () => {
  const move = takeCheckOutScan(EMPTY_CHECK_OUT, 'NOPE', { kind: 'unknown' }, facts);
  expect(move.feedback?.title).toBe('Unknown code. Scan a sample or a box.');
});

test('a find list is read from lines, a table with a heading, or a file with a byte order mark', () => {
  expect(readFindList('tube-1\r\nTUBE-2 \n\nTUBE-1').codes).toEqual(['TUBE-1', 'TUBE-2']);
  expect(readFindList('\uFEFFBarcode,Volume\n"TUBE-1",20\nTUBE-2,30').codes).toEqual(['TUBE-1', 'TUBE-2']);
  expect(readFindList('TUBE-1\na b c').invalidCodes).toEqual(['a b c']);
});
