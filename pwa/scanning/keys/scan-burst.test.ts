import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fastOnly, feedKeys, timed, typed } from '#pwa/testing/feed-keys.tsx';
import { GS, type TimedKey } from './burst-state.ts';

const CODE = fc.stringMatching(/^[A-Z0-9._-]{4,20}$/);

describe('a hand scanner', () => {
  test('gives 96 codes for 96 scans at 100 ms', () => {
    fc.assert(
      fc.property(
        fc.array(CODE, { minLength: 96, maxLength: 96 }),
        fc.integer({ min: 0, max: 4 }),
        (codes, gap) => {
          const keys = codes.flatMap((code, index) => typed(`${code}\r`, gap, index * 100));
          expect(feedKeys(keys).codes).toEqual(codes);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('may send several codes in one burst, ended by CR, LF or TAB', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(CODE, fc.constantFrom('\r', '\n', '\t', 'Enter', 'Tab')), { minLength: 1 }),
        (burst) => {
          const keys = burst
            .flatMap(([code, end]) => [...code, end])
            .map((key, index) => ({ key, at: index * 3 }));
          expect(feedKeys(keys).codes).toEqual(burst.map(([code]) => code));
        },
      ),
    );
  });

  test('may jitter, if its keys come fast on average', () => {
    const gaps = [1, 30, 2, 60, 1, 3, 40, 1, 2, 1];
    const keys = timed(Array.from('W26325-0007', (key, index) => ({ key, gap: gaps[index] ?? 1 })));
    expect(feedKeys([...keys, { key: 'Enter', at: (keys.at(-1)?.at ?? 0) + 5 }]).codes).toEqual([
      'W26325-0007',
    ]);
  });

  test('whose code a soft keyboard splits once gives the whole code, never a half', () => {
    fc.assert(
      fc.property(
        CODE,
        fc.integer({ min: 3, max: 19 }),
        fc.integer({ min: 80, max: 900 }),
        (code, at, pause) => {
          const cut = Math.min(at, code.length);
          const head = typed(code.slice(0, cut), 4);
          const tail = typed(`${code.slice(cut)}\r`, 4, cut * 4 + pause);
          expect(feedKeys([...head, ...tail]).codes).toEqual([code]);
        },
      ),
    );
  });

  test('sends a group separator as Ctrl+], which the page does not treat as a shortcut', () => {
    const keys: TimedKey[] = [
      ...typed('0104', 5),
      { key: 'Control', at: 20, ctrl: true },
      { key: ']', at: 21, ctrl: true },
      ...typed('10AB\r', 5, 25),
    ];
    expect(feedKeys(keys)).toMatchObject({
      codes: [`0104${GS}10AB`],
      swallowed: [']', 'Enter'],
    });
  });

  test('with slow keys is recognized by its prefix', () => {
    fc.assert(
      fc.property(
        CODE,
        fc.integer({ min: 20, max: 400 }),
        fc.constantFrom('F13', '~'),
        (code, gap, prefix) => {
          const keys = [{ key: prefix, at: 0 }, ...typed(`${code}\r`, gap, gap)];
          expect(feedKeys(keys, { ...fastOnly, prefix }).codes).toEqual([code]);
        },
      ),
    );
  });

  test('without a suffix ends its code by a pause', () => {
    expect(feedKeys(typed('W26325-0007', 5), { ...fastOnly, suffix: 'none' }).codes).toEqual(['W26325-0007']);
    expect(feedKeys(typed('W26325-0007', 5))).toMatchObject({
      codes: [],
      unread: ['incomplete W26325-0007'],
      passed: [],
    });
  });

  test("right after a person's typing in a note leaves the typed letters out of the code", () => {
    const keys = [...typed('note', 150), ...typed('W26325-0007\r', 5, 800)];
    expect(feedKeys(keys.map((key) => ({ ...key, place: 'writing' }))).codes).toEqual(['W26325-0007']);
  });

  test('that pauses in its first letters loses none of them', () => {
    const keys = [...typed('W2', 5), ...typed('6325-0007\r', 5, 300)];
    expect(feedKeys(keys).codes).toEqual(['W26325-0007']);
  });
});

describe('a person typing at 80 to 300 ms per key', () => {
  const typing = fc.array(
    fc.record({
      key: fc.oneof(fc.stringMatching(/^[ -~]$/), fc.constantFrom('Enter', 'Tab', 'Backspace', 'Shift')),
      gap: fc.integer({ min: 80, max: 300 }),
    }),
    { maxLength: 200 },
  );
  const keysOf = (
    strokes: readonly { key: string; gap: number }[],
    place: TimedKey['place'] & string,
  ): TimedKey[] => timed(strokes).map((pressed) => ({ ...pressed, place }));

  test.each(['', 'F13', '~'])('never makes a scan in a note (prefix "%s")', (prefix) => {
    fc.assert(
      fc.property(typing, (strokes) => {
        expect(feedKeys(keysOf(strokes, 'writing'), { ...fastOnly, prefix })).toMatchObject({
          codes: [],
          unread: [],
          swallowed: [],
        });
      }),
    );
  });

  test('never makes a scan anywhere, even with a setting of 75 ms per key', () => {
    fc.assert(
      fc.property(typing, (strokes) => {
        expect(feedKeys(keysOf(strokes, 'page'), { ...fastOnly, gapMs: 75 }).codes).toEqual([]);
      }),
    );
  });

  test('makes no scan by holding a key down and pressing Enter', () => {
    const repeatedKeys = typed('aaaaaaaaaa', 30).map((pressed, index) => ({
      ...pressed,
      repeat: index > 0,
    }));
    expect(feedKeys([...repeatedKeys, { key: 'Enter', at: 330 }]).codes).toEqual([]);
  });
});
