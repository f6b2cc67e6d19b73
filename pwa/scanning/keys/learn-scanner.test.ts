import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedKeys } from '#pwa/testing/feed-keys.tsx';
import type { TimedKey } from './burst-state.ts';
import { codeOfScan, learnScanner, type RecordedScan } from './learn-scanner.ts';
import { DEFAULT_SCANNER_SETTINGS } from './scanner-settings.ts';

const SCREEN_CODES = ['BENCH-01', 'BENCH-27', 'BENCH-93'];
const OWN = ['W26325-0007', 'BOX-0012', 'R-000116'];

const recorded = (names: readonly string[], gapMs: number): RecordedScan =>
  names.map((name, index) => ({ name, at: 1_000 + index * gapMs }));
const scansOf = (codes: readonly string[], lead: readonly string[], tail: readonly string[], gapMs = 10) =>
  codes.map((code) => recorded([...lead, ...code, ...tail], gapMs));

/** A name, the keys before and after a code, milliseconds between keys, and a part of the problem's text. */
type UnusableScanner = readonly [string, readonly string[], readonly string[], number, string];

describe.each([
  ['shown on the screen', SCREEN_CODES],
  ['of own labels', OWN],
])('three scans of codes %s', (_, codes) => {
  test.each([
    ['none', [], ''],
    ['a function key', ['F13'], 'F13'],
    ['a control character', ['Ctrl+B'], 'Ctrl+B'],
    ['a sign', ['~'], '~'],
  ])('teach the prefix: %s', (_name, lead, prefix) => {
    expect(learnScanner(scansOf(codes, lead, ['Enter']), SCREEN_CODES)).toMatchObject({
      kind: 'learned',
      settings: { prefix, suffix: 'Enter' },
    });
  });

  test.each([
    ['Enter', ['Enter'], 'Enter'],
    ['Tab', ['Tab'], 'Tab'],
    ['CR and LF', ['Enter', 'Ctrl+J'], 'Enter'],
    ['ETX and Enter', ['Ctrl+C', 'Enter'], 'Enter'],
    ['none', [], 'none'],
  ])('teach the suffix: %s', (_name, tail, suffix) => {
    expect(learnScanner(scansOf(codes, [], tail), SCREEN_CODES)).toMatchObject({ settings: { suffix } });
  });

  test.each([
    [4, 80, 4],
    [60, 93, 60],
    [80, 119, 80],
    [120, 150, 120],
  ])('teach the speed of %i ms per character', (gapMs, limit, learned) => {
    expect(learnScanner(scansOf(codes, [], ['Enter'], gapMs), SCREEN_CODES)).toMatchObject({
      settings: { gapMs: limit, learnedGapMs: learned },
    });
  });

  // The lab's own codes may follow what a scanner types in front of them.
  const severalKeys: UnusableScanner = ['several keys before a code', [']', '+'], ['Enter'], 10, ''];
  test.each<UnusableScanner>([
    ...(codes === OWN ? [] : [severalKeys]),
    ['a key that a person needs before a code', ['ArrowDown'], ['Enter'], 10, ''],
    ['another key after a code', [], ['F8'], 10, 'Set it to send Enter there.'],
    ['more time than a person', [], ['Enter'], 200, 'as slow as typing'],
  ])('are refused from a scanner that sends %s', (_name, lead, tail, gapMs, text) => {
    const result = learnScanner(scansOf(codes, lead, tail, gapMs), SCREEN_CODES);
    expect(result.kind).toBe('problem');
    expect(result.kind === 'problem' && result.text).toContain(text);
  });
});

test('a very slow scanner with a function key as prefix is learned', () => {
  expect(learnScanner(scansOf(OWN, ['F13'], ['Enter'], 300), SCREEN_CODES)).toMatchObject({
    settings: { prefix: 'F13', learnedGapMs: 150 },
  });
});

test('three scans with different prefixes are refused', () => {
  const scans = [...scansOf(OWN.slice(0, 2), ['F13'], ['Enter']), ...scansOf(OWN.slice(2), [], ['Enter'])];
  expect(learnScanner(scans, SCREEN_CODES).kind).toBe('problem');
});

test('a letter that begins all own labels is no prefix', () => {
  expect(learnScanner(scansOf(['W1-01', 'W2-02', 'W3-03'], [], ['Enter']), SCREEN_CODES)).toMatchObject({
    settings: { prefix: '' },
  });
});

test("the setup shows a code without the scanner's additions", () => {
  const [scan = []] = scansOf(SCREEN_CODES, ['F13'], ['Enter']);
  expect(codeOfScan(scan, SCREEN_CODES)).toBe('BENCH-01');
});

test('the learned settings are enough to recognize the scanner', () => {
  const settings = fc.record({
    lead: fc.constantFrom([], ['F13'], ['Ctrl+B'], ['~']),
    tail: fc.constantFrom(['Enter'], ['Tab'], []),
    gapMs: fc.integer({ min: 4, max: 140 }),
  });
  fc.assert(
    fc.property(settings, fc.stringMatching(/^[A-Z0-9._-]{6,20}$/), ({ lead, tail, gapMs }, code) => {
      const result = learnScanner(scansOf(OWN, lead, tail, gapMs), SCREEN_CODES);
      if (result.kind !== 'learned') throw new Error(result.text);
      const keys = [...lead, ...code, ...tail].map((name, index): TimedKey => {
        const at = index * gapMs;
        return name === 'Ctrl+B' ? { key: 'b', ctrl: true, at } : { key: name, at };
      });
      const { codes, unread, passed } = feedKeys(keys, { ...DEFAULT_SCANNER_SETTINGS, ...result.settings });
      expect({ codes, unread, passed }).toEqual({ codes: [code], unread: [], passed: [] });
    }),
  );
});
