import { expect, test } from 'vitest';
import { ownSpecimenEntries } from './own-specimen-entries.ts';

const at = '2026-11-20T12:00:00.000Z';
const event = (id: string, type: string, data: Record<string, string> = {}) => ({
  id,
  type,
  at,
  by: 'The lab',
  data,
});
const HISTORY = [
  event('five', 'FILE_UPLOADED', { title: 'report.pdf' }),
  event('four', 'SPECIMEN_STATUS_CHANGED', { from: 'RECEIVED', to: 'IN_PROGRESS' }),
  event('three', 'SPECIMEN_ACTION_REQUIRED', { reason: 'The tube is empty.' }),
  event('two', 'SPECIMEN_ACCESSIONED', { julianId: 'W26320-0015' }),
  event('one', 'SPECIMEN_RESET'),
  event('zero', 'SEQUENCING_CONTINUED', { barcode: 'W26320-0015-04' }),
];

test('a customer reads events in the words of customers, with their details', () => {
  const entries = ownSpecimenEntries({ history: HISTORY }, true);
  expect(entries.map(({ title }) => title)).toEqual([
    'File added',
    expect.any(String),
    'Your decision is needed',
    'Received',
    'Being repeated',
    'Sequencing continued to reach your target',
  ]);
  expect(entries[2]).toMatchObject({ detail: 'The tube is empty.', tone: 'danger', person: 'The lab', at });
  expect(entries[3]?.detail).toBe('W26320-0015');
  expect(entries[4]).not.toHaveProperty('detail');
});

test('staff read that the customer decides', () => {
  expect(ownSpecimenEntries({ history: HISTORY }, false)[2]?.title).toBe('The customer has to decide');
});

test('an added file names its title, so that a feed with the file leaves the event out', () => {
  expect(ownSpecimenEntries({ history: HISTORY }, true).map(({ file }) => file)).toEqual([
    'report.pdf',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
