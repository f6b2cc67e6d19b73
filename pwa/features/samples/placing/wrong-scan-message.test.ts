import { expect, test } from 'vitest';
import type { ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { wrongScanMessage } from './scan-messages.ts';

const scanned = (kind: string, body: Record<string, unknown> = {}) => {
  // Only the kind and the body of the scan are read.
  const document = { kind, body } as unknown as ShownDocument;
  return wrongScanMessage({ kind: 'other', document }, 'a sample or a location');
};

test('the code of an awaited tube says that its shipment must be received first', () => {
  expect(scanned('Specimen', { receivedAt: null })).toBe(
    'This tube has not been received. Receive its shipment first.',
  );
});

test('the number of a received specimen asks for one of its tubes', () => {
  expect(scanned('Specimen', { receivedAt: '2026-11-21T10:00:00.000Z' })).toBe(
    'This is a specimen, not one of its tubes. Scan a sample or a location.',
  );
  expect(scanned('Order')).toBe('This is an order. Scan a sample or a location.');
});
