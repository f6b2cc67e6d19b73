import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedKeys, timed, typed, usual } from '#pwa/testing/feed-keys.tsx';
import type { BurstSettings, TimedKey } from './burst-state.ts';

const CODE = fc.stringMatching(/^[A-Z0-9._-]{4,20}$/);

describe('a scanner at any speed up to 80 ms per character', () => {
  const GAP = fc.integer({ min: 4, max: 80 });
  const PLACE = fc.constantFrom('page', 'scan-field' as const);
  const at = (keys: readonly TimedKey[], place: TimedKey['place'] & string): TimedKey[] =>
    keys.map((key) => ({ ...key, place }));

  test('is recognized, and the page gets none of its keys', () => {
    fc.assert(
      fc.property(CODE, GAP, fc.constantFrom('', 'F13', '~', 'Ctrl+B'), (code, gap, prefix) => {
        const first: TimedKey[] = prefix === '' ? [] : [{ key: prefix, at: -gap }];
        const keys = prefix === 'Ctrl+B' ? [{ key: 'b', ctrl: true, at: -gap }] : first;
        const result = feedKeys([...keys, ...typed(`${code}\r`, gap)], { ...usual, prefix });
        expect(result).toMatchObject({ codes: [code], unread: [], passed: [] });
      }),
    );
  });

  test('is recognized although each key is up to a fifth early or late', () => {
    const jitter = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 21, maxLength: 21 });
    fc.assert(
      fc.property(CODE, GAP, PLACE, jitter, (code, gap, place, delays) => {
        const strokes = Array.from(`${code}\r`, (char, index) => ({
          key: char === '\r' ? 'Enter' : char,
          gap: gap * (1 + (delays[index] ?? 0) / 100),
        }));
        expect(feedKeys(at(timed(strokes), place), usual).codes).toEqual([code]);
      }),
    );
  });

  test('is recognized where wells are expected, with codes of two and three characters', () => {
    const wells = fc.tuple(fc.constantFrom(...'ABCDEFGH'), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(wells, GAP, PLACE, ([row, column], gap, place) => {
        const well = `${row}${column}`;
        expect(feedKeys(at(typed(`${well}\r`, gap), place), usual).codes).toEqual([well]);
      }),
    );
  });

  test('never presses a button with an unexpected short code, and reports it as unknown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{2,3}$/), GAP, (code, gap) => {
        const result = feedKeys(typed(`${code}\r`, gap), usual, () => false);
        expect(result).toMatchObject({ codes: [], unread: [`short ${code}`], passed: [] });
      }),
    );
  });

  test('that loses its end is reported and presses nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9._-]{3,20}$/), GAP, (code, gap) => {
        expect(feedKeys(typed(code, gap), usual)).toMatchObject({
          codes: [],
          unread: [`incomplete ${code}`],
          passed: [],
        });
      }),
    );
  });

  test('that sends an arrow or a shortcut inside a code moves nothing and gives no partial code', () => {
    const odd: TimedKey[] = [
      { key: 'ArrowDown', at: 0 },
      { key: 'd', ctrl: true, alt: true, meta: true, at: 0 },
      { key: 'F8', at: 0 },
    ];
    for (const gap of [4, 30, 80])
      for (const key of odd) {
        const head = typed('W2632', gap);
        const tail = typed('5-0007\r', gap, gap * 6);
        const result = feedKeys([...head, { ...key, at: gap * 5 }, ...tail], usual);
        expect(result).toMatchObject({ codes: [], unread: ['incomplete W26325-0007'], passed: [] });
      }
  });

  test('that sends two line ends presses nothing with the second', () => {
    for (const gap of [4, 30, 80])
      for (const ends of ['\r\r', '\t\r', '\r\n']) {
        const keys = typed(`W26325-0007${ends}`, gap);
        expect(feedKeys(keys, usual)).toMatchObject({ codes: ['W26325-0007'], unread: [], passed: [] });
      }
  });

  test('with an unconfigured end key is reported and presses nothing', () => {
    expect(feedKeys(typed('W26325-0007\t', 10), { ...usual, suffix: 'Enter' })).toMatchObject({
      codes: [],
      unread: ['incomplete W26325-0007\t'],
      passed: [],
    });
  });

  test('sends STX as Ctrl+B before a code: one prefix, as a control character or as a shortcut', () => {
    const prefixSettings: BurstSettings = { ...usual, prefix: 'Ctrl+B' };
    const prefixes: TimedKey[] = [
      { key: 'b', ctrl: true, at: 0 },
      { key: '\x02', at: 0 },
    ];
    for (const prefix of prefixes)
      for (const place of ['page', 'writing', 'scan-field'] as const) {
        const keys = at([prefix, ...typed('A2\r', 300, 300)], place);
        expect(feedKeys(keys, prefixSettings, () => false)).toMatchObject({ codes: ['A2'], passed: [] });
      }
  });
});

describe('a slow scanner while a person types a note', () => {
  const writingKeys = (text: string, gap: number): TimedKey[] =>
    typed(text, gap).map((key) => ({ ...key, place: 'writing' }));

  test('is recognized by its even rhythm up to 79 ms per character', () => {
    for (const gap of [36, 60, 79])
      expect(feedKeys(writingKeys('W26325-0007-01\r', gap), usual).codes).toEqual(['W26325-0007-01']);
  });

  test('is recognized at the speed that the setup learned', () => {
    const learned: BurstSettings = { ...usual, gapMs: 145, learnedGapMs: 100 };
    expect(feedKeys(writingKeys('W26325-0007-01\r', 105), usual).codes).toEqual([]);
    expect(feedKeys(writingKeys('W26325-0007-01\r', 105), learned).codes).toEqual(['W26325-0007-01']);
  });

  test('is not recognized in the uneven rhythm of a fast typist', () => {
    const gaps = [70, 55, 90, 48, 80, 62, 95, 50, 75, 66, 88, 45, 70, 60, 70];
    const strokes = Array.from('W26325-0007-01\r', (char, index) => ({
      key: char === '\r' ? 'Enter' : char,
      gap: gaps[index] ?? 70,
    }));
    const keys = timed(strokes).map((key) => ({ ...key, place: 'writing' as const }));
    expect(feedKeys(keys, usual)).toMatchObject({ codes: [], unread: [], swallowed: [] });
  });

  test('is not confused with words, however even the typing', () => {
    expect(feedKeys(writingKeys('all tubes look good\r', 60), usual)).toMatchObject({
      codes: [],
      swallowed: [],
    });
    expect(feedKeys(writingKeys('leaking\r', 60), usual)).toMatchObject({ codes: [], swallowed: [] });
    expect(feedKeys(writingKeys('120000\r', 60), usual)).toMatchObject({ codes: [], swallowed: [] });
  });

  test('writes no well into the note where none is expected', () => {
    expect(feedKeys(writingKeys('A2\r', 4), usual, () => false)).toMatchObject({
      codes: [],
      unread: ['short A2'],
      swallowed: ['Enter'],
    });
  });
});

describe('a keyboard user', () => {
  test.each(['Enter', ' ', 'Tab', 'ArrowDown', 'Escape'])(
    'presses %s, and the page gets it at once',
    (key) => {
      expect(
        feedKeys(
          [
            { key, at: 0 },
            { key, at: 200 },
          ],
          usual,
        ).passed,
      ).toEqual([key, key]);
    },
  );

  test('presses a letter, and the page gets it before the next key', () => {
    for (const next of ['Enter', 'ArrowRight', 'Escape'])
      expect(
        feedKeys(
          [
            { key: 'm', at: 0 },
            { key: next, at: 90 },
          ],
          usual,
        ).passed,
      ).toEqual(['m', next]);
  });

  test('types the start of an option at 100 ms per letter, and the list gets it', () => {
    expect(feedKeys(typed('shel', 100), usual)).toMatchObject({ passed: [...'shel'], unread: [] });
    expect(feedKeys(typed('shel\r', 100), usual).passed).toEqual([...'shel', 'Enter']);
  });
});
