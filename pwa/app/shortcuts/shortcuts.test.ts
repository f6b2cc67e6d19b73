import { describe, expect, test } from 'vitest';
import type { KeyPlace } from '#pwa/scanning/keys/burst-state.ts';
import { createShortcutReader, pageShortcutsFor, type ShortcutKey } from './shortcuts.ts';

const EVERYWHERE = pageShortcutsFor(() => true);
const key = (text: string, at: number, more: Partial<ShortcutKey> = {}): ShortcutKey => ({
  key: text,
  ctrl: false,
  alt: false,
  at,
  place: 'page',
  isTaken: false,
  isRaw: true,
  ...more,
});
const readAll = (keys: readonly ShortcutKey[], pages = EVERYWHERE) => {
  const read = createShortcutReader();
  return keys.map((one) => read(one, pages)).filter((result) => result !== null);
};

describe('the shortcuts of every page', () => {
  test('open the search by Ctrl+K and /, and the help by ?', () => {
    expect(readAll([key('k', 0, { ctrl: true }), key('/', 500), key('?', 900)])).toEqual([
      { action: 'search' },
      { action: 'search' },
      { action: 'help' },
    ]);
  });

  test('go to a page by G and its letter within a second and a half', () => {
    expect(readAll([key('g', 0), key('q', 300)])).toEqual([{ path: '/lab/queue' }]);
    expect(readAll([key('g', 0), key('q', 1600)])).toEqual([]);
    expect(readAll([key('g', 0), key('x', 200), key('q', 400)])).toEqual([]);
  });

  test('lead only to pages that the person may open, to the first of them', () => {
    const pages = pageShortcutsFor((path) => ['/orders', '/'].includes(path));
    expect(pages.map(({ letter, path }) => [letter, path])).toEqual([
      ['h', '/'],
      ['o', '/orders'],
    ]);
    expect(readAll([key('g', 0), key('q', 300)], pages)).toEqual([]);
    const letters = EVERYWHERE.map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
  });

  test.each<KeyPlace>(['writing', 'scan-field'])(
    'do nothing while a person types (%s), but Ctrl+K',
    (place) => {
      expect(readAll([key('/', 0, { place }), key('g', 200, { place }), key('q', 400, { place })])).toEqual(
        [],
      );
      expect(readAll([key('k', 0, { place, ctrl: true })])).toEqual([{ action: 'search' }]);
    },
  );

  test('do nothing while a dialog or menu is open', () => {
    expect(readAll([key('k', 0, { ctrl: true, isTaken: true }), key('?', 300, { isTaken: true })])).toEqual(
      [],
    );
  });

  test('take no letter of a scanner’s burst for the one after G', () => {
    for (const gap of [4, 20, 34])
      expect(readAll(Array.from('GQ26325', (char, at) => key(char, at * gap)))).toEqual([]);
  });
});
