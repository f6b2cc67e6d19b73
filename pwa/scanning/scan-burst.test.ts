import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BurstSettings,
  EMPTY_BURST,
  endBurstByPause,
  GS,
  stepBurst,
  type TimedKey,
} from './scan-burst.ts';

const settings: BurstSettings = {
  prefix: '',
  suffix: 'any',
  gapMs: 35,
  minLength: 4,
};

const feed = (keys: readonly TimedKey[], used: BurstSettings = settings) => {
  let state = EMPTY_BURST;
  const codes: string[] = [];
  const swallowed: string[] = [];
  for (const pressed of keys) {
    const step = stepBurst(state, pressed, used);
    state = step.state;
    if (step.code !== null) codes.push(step.code);
    if (step.swallow) swallowed.push(pressed.key);
  }
  return { codes, swallowed, state };
};

const typed = (text: string, gap: number, from = 0): TimedKey[] =>
  Array.from(text, (char, index) => ({
    key: char === '\r' ? 'Enter' : char,
    at: from + index * gap,
  }));

const timed = (strokes: readonly { key: string; gap: number }[]): TimedKey[] => {
  let at = 0;
  return strokes.map(({ key, gap }) => {
    at += gap;
    return { key, at };
  });
};

const CODE = fc.stringMatching(/^[A-Z0-9._-]{4,20}$/);

describe('a hand scanner', () => {
  test('gives 96 codes for 96 scans at 100 ms', () => {
    fc.assert(
      fc.property(
        fc.array(CODE, { minLength: 96, maxLength: 96 }),
        fc.integer({ min: 0, max: 4 }),
        (codes, gap) => {
          const keys = codes.flatMap((code, index) => typed(`${code}\r`, gap, index * 100));
          expect(feed(keys).codes).toEqual(codes);
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
          expect(feed(keys).codes).toEqual(burst.map(([code]) => code));
        },
      ),
    );
  });

  test('may jitter, as long as its keys come fast on average', () => {
    const gaps = [1, 30, 2, 60, 1, 3, 40, 1, 2, 1];
    const keys = timed(Array.from('W26325-0007', (key, index) => ({ key, gap: gaps[index] ?? 1 })));
    expect(feed([...keys, { key: 'Enter', at: (keys.at(-1)?.at ?? 0) + 5 }]).codes).toEqual(['W26325-0007']);
  });

  test('split once by a soft keyboard gives its whole code, never a half', () => {
    fc.assert(
      fc.property(
        CODE,
        fc.integer({ min: 3, max: 19 }),
        fc.integer({ min: 80, max: 900 }),
        (code, at, pause) => {
          const cut = Math.min(at, code.length);
          const head = typed(code.slice(0, cut), 4);
          const tail = typed(`${code.slice(cut)}\r`, 4, cut * 4 + pause);
          expect(feed([...head, ...tail]).codes).toEqual([code]);
        },
      ),
    );
  });

  test('sends a group separator as Ctrl+] without the page taking it for a shortcut', () => {
    const keys: TimedKey[] = [
      ...typed('0104', 5),
      { key: 'Control', at: 20, ctrl: true },
      { key: ']', at: 21, ctrl: true },
      ...typed('10AB\r', 5, 25),
    ];
    expect(feed(keys)).toMatchObject({
      codes: [`0104${GS}10AB`],
      swallowed: [']', 'Enter'],
    });
  });

  test('that is slow is understood by its prefix', () => {
    fc.assert(
      fc.property(
        CODE,
        fc.integer({ min: 20, max: 400 }),
        fc.constantFrom('F13', '~'),
        (code, gap, prefix) => {
          const keys = [{ key: prefix, at: 0 }, ...typed(`${code}\r`, gap, gap)];
          expect(feed(keys, { ...settings, prefix }).codes).toEqual([code]);
        },
      ),
    );
  });

  test('without a suffix ends its code by a pause', () => {
    const { state, codes } = feed(typed('W26325-0007', 5), {
      ...settings,
      suffix: 'none',
    });
    expect(codes).toEqual([]);
    expect(endBurstByPause(state, { ...settings, suffix: 'none' })).toBe('W26325-0007');
    expect(endBurstByPause(state, settings)).toBeNull();
  });

  test('right after a person wrote in a note leaves the written letters out of the code', () => {
    const keys = [...typed('note', 150), ...typed('W26325-0007\r', 5, 800)];
    expect(feed(keys.map((key) => ({ ...key, inText: true }))).codes).toEqual(['W26325-0007']);
  });

  test('that stops for a moment in its first letters loses none of them', () => {
    const keys = [...typed('W2', 5), ...typed('6325-0007\r', 5, 300)];
    expect(feed(keys).codes).toEqual(['W26325-0007']);
  });
});

describe('a person typing at 80 to 300 ms a key', () => {
  const typing = fc.array(
    fc.record({
      key: fc.oneof(fc.stringMatching(/^[ -~]$/), fc.constantFrom('Enter', 'Tab', 'Backspace', 'Shift')),
      gap: fc.integer({ min: 80, max: 300 }),
    }),
    { maxLength: 200 },
  );
  const keysOf = (strokes: readonly { key: string; gap: number }[], inText: boolean): TimedKey[] =>
    timed(strokes).map((pressed) => ({ ...pressed, inText }));

  test.each(['', 'F13', '~'])('never makes a scan in a note (prefix "%s")', (prefix) => {
    fc.assert(
      fc.property(typing, (strokes) => {
        expect(feed(keysOf(strokes, true), { ...settings, prefix })).toMatchObject({
          codes: [],
          swallowed: [],
        });
      }),
    );
  });

  test('never makes a scan anywhere, even with the slowest setting that a device allows', () => {
    fc.assert(
      fc.property(typing, (strokes) => {
        expect(feed(keysOf(strokes, false), { ...settings, gapMs: 75 }).codes).toEqual([]);
      }),
    );
  });

  test('who holds a key down and then presses Enter makes no scan', () => {
    const held = typed('aaaaaaaaaa', 30).map((pressed, index) => ({
      ...pressed,
      repeat: index > 0,
    }));
    expect(feed([...held, { key: 'Enter', at: 330 }]).codes).toEqual([]);
  });
});
