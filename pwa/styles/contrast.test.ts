import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
const THEMES = ['light', 'dark', 'midnight'] as const;
const TONES = ['neutral', 'info', 'progress', 'success', 'warning', 'danger', 'hold'] as const;
type Colors = Record<string, string>;

/** Read the custom properties of the last rule whose selectors contain the given one. */
function rule(css: string, selector: string): Colors {
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectors = '']) =>
    selectors
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split(',')
      .some((one) => one.trim() === selector),
  );
  const [, , body = ''] = rules.at(-1) ?? [];
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name = '', value = '']) => [name, value]),
  );
}

const tokens = (theme: string, entity?: string): Colors => ({
  ...rule(read('tokens.css'), `[data-theme="${theme}"]`),
  ...(entity ? rule(read('tokens.css'), `[data-entity="${entity}"][data-theme="${theme}"]`) : {}),
});
const toneOf = (theme: string, tone: string): Colors =>
  rule(read('tones.css'), `${theme === 'light' ? '' : `[data-theme="${theme}"] `}[data-tone="${tone}"]`);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  if (!one || !other) return 0;
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** List pairs below the WCAG AA contrast: 4.5 for text, 3 for other elements. */
function tooWeak(colors: Colors, pairs: readonly (readonly [string, string, number])[]): string[] {
  return pairs
    .map(([front, back, minimumRatio]) => ({
      front,
      back,
      least: minimumRatio,
      is: contrast(colors[front], colors[back]),
    }))
    .filter(({ is, least: minimumRatio }) => is < minimumRatio)
    .map(
      ({ front, back, least: minimumRatio, is }) =>
        `${front} on ${back} is ${is.toFixed(2)}, wanted ${minimumRatio}`,
    );
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'hover'];
const onGrounds = (front: string, minimumRatio: number) =>
  GROUNDS.map((ground) => [front, ground, minimumRatio] as const);

describe.each(THEMES)('the %s theme', (theme) => {
  test('has readable text on every ground', () => {
    expect(
      tooWeak(tokens(theme), [
        ...onGrounds('ink', 7),
        ...onGrounds('ink-soft', 4.5),
        ...onGrounds('accent-ink', 4.5),
        ['ink', 'accent-soft', 4.5],
        ['accent-ink', 'accent-soft', 4.5],
        ['on-accent', 'accent', 4.5],
        ['on-accent', 'accent-hover', 4.5],
      ]),
    ).toEqual([]);
  });

  test('has an accent of its own at RESONANT, as readable as that of WBL', () => {
    const colors = tokens(theme, 'RESONANT');
    expect(colors['accent']).not.toBe(tokens(theme)['accent']);
    expect(
      tooWeak(colors, [
        ...onGrounds('accent-ink', 4.5),
        ...onGrounds('accent', 3),
        ['ink', 'accent-soft', 4.5],
        ['accent-ink', 'accent-soft', 4.5],
        ['on-accent', 'accent', 4.5],
        ['on-accent', 'accent-hover', 4.5],
      ]),
    ).toEqual([]);
  });

  test('has visible controls and focus on every ground', () => {
    expect(
      tooWeak(tokens(theme), [
        ...onGrounds('line-strong', 3),
        ...onGrounds('focus', 3),
        ...onGrounds('accent', 3),
      ]),
    ).toEqual([]);
  });

  test.each(TONES)('the tone %s is readable filled, soft and as text', (tone) => {
    expect(
      tooWeak({ ...tokens(theme), ...toneOf(theme, tone) }, [
        ['tone-on', 'tone', 4.5],
        ['tone-ink', 'tone-soft', 4.5],
        ['ink', 'tone-soft', 4.5],
        ...onGrounds('tone-ink', 4.5),
      ]),
    ).toEqual([]);
  });
});
