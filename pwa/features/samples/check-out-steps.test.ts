import { expect, test } from 'vitest';
import { buildPerson } from '#db/factories/build-person.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { type CheckOutFacts, EMPTY_CHECK_OUT, takeCheckOutScan } from './check-out-steps.ts';
import { findCount, readFindList } from './find-list.ts';

const facts: CheckOutFacts = {
  userId: 'me',
  nameOf: () => 'Bob Baker',
  held: 3,
  repeat: false,
  typed: false,
};
const free = buildSample({ id: 'free', barcode: 'TUBE-1' });
const scan = (sample = free, session = EMPTY_CHECK_OUT) =>
  takeCheckOutScan(session, sample.barcode, { kind: 'sample', sample }, facts);

test('a free sample is checked out for the purpose of the session', () => {
  expect(scan().act).toMatchObject({
    name: 'check-out-sample',
    args: { sampleId: 'free', purpose: 'BATCH', typed: false },
  });
});

test('a code that was typed says so: nobody has shown that the tube is in hand', () => {
  const said = takeCheckOutScan(
    EMPTY_CHECK_OUT,
    'TUBE-1',
    { kind: 'sample', sample: free },
    { ...facts, typed: true },
  );
  expect(said.act?.args).toMatchObject({ typed: true });
});

test('a sample that somebody holds is refused with the name of the holder', () => {
  const said = scan(buildSample({ barcode: 'TUBE-2', custodianUserId: 'bob' }));
  expect(said).toMatchObject({
    act: null,
    say: { verdict: 'error', title: 'Sample TUBE-2 is checked out to Bob Baker.' },
  });
});

test('my own sample scanned again is a repeat; a badge after it hands it over', () => {
  const again = scan(buildSample({ id: 'mine', barcode: 'TUBE-3', custodianUserId: 'me' }));
  expect(again.say?.verdict).toBe('repeat');
  const session = { ...EMPTY_CHECK_OUT, ...again.change };
  const badge = { kind: 'person', person: buildPerson({ userId: 'bob', name: 'Bob Baker' }) } as const;
  expect(takeCheckOutScan(session, 'BADGE-1', badge, facts).act).toMatchObject({
    name: 'transfer-custody',
    args: { sampleId: 'mine', toUserId: 'bob' },
  });
});

test('a badge without a sample before it is refused', () => {
  const badge = { kind: 'person', person: buildPerson() } as const;
  expect(takeCheckOutScan(EMPTY_CHECK_OUT, 'BADGE-1', badge, facts).say?.verdict).toBe('error');
});

test('a whole box is taken only when it is scanned a second time, and not by a double trigger', () => {
  const container = buildStorageManagement({ id: 'box', name: 'Box 12', barcode: 'BOX-12' });
  const found = { kind: 'container', container } as const;
  const first = takeCheckOutScan(EMPTY_CHECK_OUT, 'BOX-12', found, facts);
  expect(first).toMatchObject({ act: null, say: { verdict: 'warning' }, change: { box: 'box' } });
  const asked = { ...EMPTY_CHECK_OUT, ...first.change };
  expect(takeCheckOutScan(asked, 'BOX-12', found, { ...facts, repeat: true }).act).toBeNull();
  expect(takeCheckOutScan(asked, 'BOX-12', found, facts).act?.name).toBe('check-out-container');
});

test('with a find list only what is on it is checked out, and the counter counts', () => {
  const session = { ...EMPTY_CHECK_OUT, list: ['TUBE-1', 'TUBE-7'] };
  expect(scan(free, session)).toMatchObject({
    act: { name: 'check-out-sample' },
    change: { found: ['TUBE-1'] },
  });
  const off = scan(buildSample({ barcode: 'TUBE-8' }), session);
  expect(off).toMatchObject({ act: null, say: { verdict: 'error', title: 'Not on the list.' } });
  expect(findCount(session.list, new Set(['TUBE-1', 'TUBE-8']))).toBe('1/2');
});

test('an unknown code says so and what to scan', () => {
  const said = takeCheckOutScan(EMPTY_CHECK_OUT, 'NOPE', { kind: 'unknown' }, facts);
  expect(said.say?.title).toBe('Unknown code. Scan a sample or a box.');
});

test('a find list is read from lines, a table with a heading, or a file with a byte order mark', () => {
  expect(readFindList('tube-1\r\nTUBE-2 \n\nTUBE-1').codes).toEqual(['TUBE-1', 'TUBE-2']);
  expect(readFindList('\uFEFFBarcode,Volume\n"TUBE-1",20\nTUBE-2,30').codes).toEqual(['TUBE-1', 'TUBE-2']);
  expect(readFindList('TUBE-1\na b c').refused).toEqual(['a b c']);
});
