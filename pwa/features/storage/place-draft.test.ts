import { expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { changesOf, createArgs, draftOf, draftProblems, holdsText } from './place-draft.tsx';

const draft = { ...draftOf(null, 'rack'), type: 'BOX' as const, name: 'Box 40' };

test('a location needs a kind, a name and a parent', () => {
  expect(draftProblems(draftOf(null))).toEqual({ type: 'Choose the kind.', name: 'Give it a name.' });
  expect(draftProblems({ ...draft, parentId: '' })).toEqual({ parentId: 'Choose where it stands.' });
  expect(draftProblems({ ...draft, type: 'SITE', parentId: '' })).toEqual({});
  expect(draftProblems(draft)).toEqual({});
});

test('the grid and the capacity of a location must match', () => {
  expect(draftProblems({ ...draft, rows: '27' }).rows).toBe('Enter 1 to 26 rows.');
  expect(draftProblems({ ...draft, columns: '0' }).columns).toBe('Enter 1 to 99 columns.');
  expect(draftProblems({ ...draft, capacity: '82' }).capacity).toBe('9 × 9 positions hold at most 81.');
  expect(draftProblems({ ...draft, rows: '10', columns: '10', capacity: '100' })).toEqual({});
  expect(draftProblems({ ...draft, capacity: '1.5' }).capacity).toContain('whole number');
});

test('the text names what a location may hold', () => {
  expect(holdsText({ type: 'BOX', grid: { rows: 9, columns: 9 } })).toBe(
    'Holds samples, each at its position: A1 to I9, at most 81.',
  );
  expect(holdsText({ type: 'SITE', grid: null })).toBe('Holds other places (room).');
  expect(holdsText({ type: 'SHELF', grid: null })).toContain('and loose samples without a position.');
});

test('only changed fields are sent', () => {
  const place = buildStorageManagement({ name: 'Box 12', capacity: null, restrictedTo: ['LAB_TECH'] });
  expect(changesOf(place, draftOf(place))).toEqual({});
  expect(changesOf(place, { ...draftOf(place), name: ' Box 13 ', capacity: '40', restrictedTo: [] })).toEqual(
    {
      name: 'Box 13',
      capacity: 40,
      restrictedTo: [],
    },
  );
  expect(createArgs(draft, 'new')).toMatchObject({ containerId: 'new', name: 'Box 40', position: null });
});
