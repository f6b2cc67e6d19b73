import { expect, test } from 'vitest';
import { linksFor } from './scan-links.ts';

const everywhere = () => true;
const labels = (kind: string, body: Record<string, unknown> = {}, more = {}) =>
  linksFor({ kind, id: 'x1', body, ...more }, everywhere, everywhere).map((link) => link.label);

test('a stored sample can be opened, checked out and moved; a checked-out one comes back', () => {
  expect(labels('Sample', { custodianUserId: null })).toEqual(['Open', 'Check out', 'Move']);
  expect(labels('Sample', { custodianUserId: 'me' })).toEqual(['Open', 'Check in']);
});

test('a box can be scanned, put in order and counted; a freezer only moved and counted', () => {
  expect(labels('StorageManagement', { type: 'BOX' })).toEqual([
    'Open',
    'Move',
    'Rack scan',
    'Re-rack',
    'Stock-take',
  ]);
  expect(labels('StorageManagement', { type: 'FREEZER' })).toEqual(['Open', 'Move', 'Stock-take']);
});

test('a batch leads to its current section when it has one', () => {
  expect(labels('Batch', {}, { currentSectionId: 's1' })).toEqual(['Open', 'Current section']);
  expect(labels('Batch', {}, { currentSectionId: null })).toEqual(['Open']);
});

test('nothing is offered that this build does not have or this person may not open', () => {
  const thing = { kind: 'Order', id: 'o1', body: {} };
  expect(linksFor(thing, (route) => route !== '/lab/orders/$id', everywhere).map((one) => one.label)).toEqual(
    ['Receive'],
  );
  expect(linksFor(thing, everywhere, () => false)).toEqual([]);
});

test('a badge leads nowhere', () => {
  expect(labels('Person')).toEqual([]);
});
