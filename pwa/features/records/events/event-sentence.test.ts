import { expect, test } from 'vitest';
import type { EventRow } from '#db/records/events/shown-log.ts';
import { eventSentence } from './event-sentence.tsx';

const row = (changes: Partial<EventRow>): EventRow => ({
  id: 'e',
  type: 'SAMPLE_MOVED',
  targetType: 'Sample',
  targetId: 's',
  recordName: '26325-1',
  pageId: null,
  occurredAt: '2026-11-21T10:00:00.000Z',
  syncedAt: null,
  userId: 'u',
  userName: 'Tess Nakamura',
  companyName: null,
  deviceName: null,
  data: {},
  ...changes,
});
const formatSentence = (changes: Partial<EventRow>): string => {
  const { actor, before, record, after, change, details } = eventSentence(row(changes));
  return [`${actor} ${before}${record}${after}`, change, ...details].filter(Boolean).join(' | ');
};

test('an event is a sentence with from, to and reason', () => {
  expect(
    formatSentence({
      data: { from: { container: 'Box 1', position: 'A1' }, to: { container: 'Box 2', position: 'B3' } },
    }),
  ).toBe('Tess Nakamura moved sample 26325-1 | Box 1, A1 → Box 2, B3');
  expect(
    formatSentence({
      type: 'SPECIMEN_STATUS_CHANGED',
      targetType: 'Specimen',
      data: { from: 'RECEIVED_ON_HOLD', to: 'RECEIVED', reason: 'Tube found' },
    }),
  ).toBe(
    'Tess Nakamura changed the status of specimen 26325-1 | Received on hold → Received | reason: Tube found',
  );
  expect(formatSentence({ type: 'SAMPLE_REQUEUED' })).toBe(
    'Tess Nakamura put sample 26325-1 back into the queue',
  );
});

test('a deleted account keeps the name of its time, and an event without a user names the system', () => {
  expect(formatSentence({ userName: null, data: { by: 'Tess N.' } })).toContain('Tess N. moved');
  expect(formatSentence({ userName: null, userId: null })).toContain('The system moved');
  expect(formatSentence({ recordName: null })).toContain('moved sample (unnamed)');
});

test('text that looks like HTML stays text', () => {
  expect(formatSentence({ type: 'NOTE_ADDED', data: { text: '<b>hi</b>' } })).toContain('note: <b>hi</b>');
});
