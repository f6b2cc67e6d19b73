import { expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import {
  changedFields,
  changesFrom,
  createArgs,
  holdsText,
  PlaceForm,
  placeChangesFor,
} from './place-form.tsx';

const typed = {
  type: 'BOX' as const,
  name: 'Box 40',
  parentId: 'rack' as string | null,
  position: null,
  barcode: null,
  rows: null,
  columns: null,
  capacity: null,
  temperature: null,
  restrictedTo: [],
  quarantine: false,
};
const problems = (changes: Record<string, unknown>): Record<string, string> => {
  const { error } = PlaceForm.safeParse({ ...typed, ...changes });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test('a location needs a kind, a name and a parent', () => {
  expect(problems({ type: '', name: ' ' })).toEqual({ type: 'Choose the kind.', name: 'Give it a name.' });
  expect(problems({ parentId: null })).toEqual({ parentId: 'Choose a location.' });
  expect(problems({ parentId: null, name: '' })).toMatchObject({ parentId: 'Choose a location.' });
  expect(problems({ type: 'SITE', parentId: null })).toEqual({});
  expect(problems({})).toEqual({});
});

test('the grid and the capacity of a location must match', () => {
  expect(problems({ rows: 27 })).toEqual({ rows: 'Enter 1 to 26 rows.' });
  expect(problems({ columns: 0 })).toEqual({ columns: 'Enter 1 to 99 columns.' });
  expect(problems({ capacity: 82 })).toEqual({ capacity: '9 × 9 positions hold at most 81.' });
  expect(problems({ rows: 10, columns: 10, capacity: 100 })).toEqual({});
  expect(problems({ capacity: 1.5 }).capacity).toContain('whole number');
  expect(problems({ temperature: '-80.555' })).toEqual({ temperature: 'Enter a temperature in °C.' });
});

test('the text names what a location may hold', () => {
  expect(holdsText({ type: 'BOX', grid: { rows: 9, columns: 9 } })).toBe(
    'Holds samples, each at its position: A1 to I9, at most 81.',
  );
  expect(holdsText({ type: 'SITE', grid: null })).toBe('Holds other locations (room).');
  expect(holdsText({ type: 'SHELF', grid: null })).toContain('and loose samples without a position.');
});

test('only changed fields are sent', () => {
  const place = buildStorageManagement({ name: 'Box 12', capacity: null, restrictedTo: ['LAB_TECH'] });
  const form = placeChangesFor(place);
  expect(changedFields(place, form.parse(changesFrom(place)))).toEqual({});
  const changes = { ...changesFrom(place), name: ' Box 13 ', capacity: 40, restrictedTo: [] };
  expect(changedFields(place, form.parse(changes))).toEqual({
    name: 'Box 13',
    capacity: 40,
    restrictedTo: [],
  });
  const created = createArgs(PlaceForm.parse({ ...typed, position: ' ' }), 'new');
  expect(created).toMatchObject({ containerId: 'new', name: 'Box 40', position: null });
});
