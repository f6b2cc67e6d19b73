import { expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { placesOf } from '#pwa/replica/hooks/use-places.ts';
import { matchingPlaces, treeKey, treeLines } from './tree-view.tsx';

const idOf = (name: string): string => name.replaceAll(' ', '-');
const place = (id: string, parentId: string | null, more = {}) =>
  buildStorageManagement({ id: idOf(id), name: id, parentId: parentId && idOf(parentId), ...more });
const places = placesOf([
  place('Site', null, { type: 'SITE' }),
  place('Room', 'Site', { type: 'ROOM' }),
  place('Freezer 10', 'Room', { type: 'FREEZER' }),
  place('Freezer 2', 'Room', { type: 'FREEZER' }),
  place('Shelf A', 'Freezer 2', { type: 'SHELF' }),
  place('Box 1', 'Shelf A', { barcode: 'BOX-01' }),
  place('Box 2', 'Shelf A', { status: 'RETIRED' }),
]);
const all = new Set(['Site', 'Room', 'Freezer-2', 'Shelf-A']);
const names = (open: ReadonlySet<string>, matches: ReadonlySet<string> | null = null, retired = false) =>
  treeLines(places, open, matches, retired).map((line) => `${line.level} ${line.place.name}`);

test('the tree shows expanded nodes in natural number order', () => {
  expect(names(new Set(['Site', 'Room']))).toEqual(['1 Site', '2 Room', '3 Freezer 2', '3 Freezer 10']);
});

test('retired locations are hidden by default', () => {
  expect(names(all)).not.toContain('5 Box 2');
  expect(names(all, null, true)).toContain('5 Box 2');
});

test('a search by name or code expands the path to its matches', () => {
  expect(names(new Set(), matchingPlaces(places, 'box-01'))).toEqual([
    '1 Site',
    '2 Room',
    '3 Freezer 2',
    '4 Shelf A',
    '5 Box 1',
  ]);
  expect(matchingPlaces(places, 'nowhere')?.size).toBe(0);
});

test('the arrow keys move, expand, collapse and leave', () => {
  const lines = treeLines(places, all, null, false);
  expect(treeKey(lines, 'Room', 'ArrowDown')).toEqual({ action: 'focus', id: 'Freezer-2' });
  expect(treeKey(lines, 'Box-1', 'ArrowLeft')).toEqual({ action: 'focus', id: 'Shelf-A' });
  expect(treeKey(lines, 'Shelf-A', 'ArrowLeft')).toEqual({ action: 'close', id: 'Shelf-A' });
  const closed = treeLines(places, new Set(['Site', 'Room']), null, false);
  expect(treeKey(closed, 'Freezer-2', 'ArrowRight')).toEqual({ action: 'open', id: 'Freezer-2' });
  expect(treeKey(lines, 'Box-1', 'Enter')).toEqual({ action: 'choose', id: 'Box-1' });
  expect(treeKey(lines, 'Freezer-10', 'ArrowDown')).toBeNull();
});

test('a location is described by its path without site and room', () => {
  expect(places.text('Box-1', 'A3')).toBe('Freezer 2 / Shelf A / Box 1, A3');
  expect(places.text(null)).toBe('No location');
  expect(places.text('a-box-still-on-its-way', 'B3')).toBe('Location not loaded');
});
