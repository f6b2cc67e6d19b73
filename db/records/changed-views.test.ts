import { expect, test } from 'vitest';
import { SavedQuery, type StoredView, withChange, withView } from './saved-view.ts';

const view = (name: string, isDefault = false): Omit<StoredView, 'id'> => ({
  name,
  query: SavedQuery.parse({ search: name }),
  isDefault,
});
const names = (views: readonly StoredView[]) =>
  views.map(({ name, isDefault }) => `${name}${isDefault ? '*' : ''}`);

test('views are sorted by name, and a list has at most one default', () => {
  const two = withView(withView([], '1', view('Thawed', true)), '2', view('In freezer 3'));
  expect(names(two)).toEqual(['In freezer 3', 'Thawed*']);
  expect(names(withChange(two, '2', { isDefault: true }))).toEqual(['In freezer 3*', 'Thawed']);
});

test('a name identifies one view, whatever its case', () => {
  const two = withView(withView([], '1', view('Thawed')), '2', view('Frozen'));
  expect(() => withView(two, '3', view('THAWED'))).toThrow('You have a view “THAWED” already.');
  expect(() => withChange(two, '2', { name: 'thawed' })).toThrow('Choose another name.');
  expect(names(withChange(two, '1', { name: 'THAWED' }))).toEqual(['Frozen', 'THAWED']);
});

test('a list has at most fifty views, and a view that was deleted elsewhere is not changed', () => {
  let views: StoredView[] = [];
  for (let n = 0; n < 50; n++) views = withView(views, String(n), view(`View ${n}`));
  expect(() => withView(views, '50', view('One more'))).toThrow('Delete one that you do not need.');
  expect(() => withChange([], '1', { name: 'New' })).toThrow('This view was deleted.');
});
