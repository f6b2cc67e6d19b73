import { SAMPLE_STATUS, type SampleStatus } from '#db/samples/sample.ts';
import { TONE_OF_STATUS } from '#pwa/ui/badge.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** What the colors of a picture mean. */
export const COLOR_BY = ['status', 'concentration', 'barcode', 'age'] as const;
export type ColorBy = (typeof COLOR_BY)[number];

/** The labels of the choice, in its order. */
export const COLOR_BY_OPTIONS: readonly { value: ColorBy; label: string }[] = [
  { value: 'status', label: 'Status' },
  { value: 'concentration', label: 'Concentration' },
  { value: 'barcode', label: 'DNA barcode' },
  { value: 'age', label: 'Age' },
];

/** The fields of a sample by which pictures are colored. */
export interface ColoredSample {
  barcode: string;
  status: SampleStatus;
  extractedConcentration: string | null;
  dnaBarcode: string | null;
  createdAt: string;
}

/** One entry of the legend: a symbol and a color with the same meaning. */
export interface ColorGroup {
  id: string;
  label: string;
  symbol: string;
  /** A color with a meaning; else `level` sets how dark the position is, from 0 to 4. */
  tone?: Tone;
  level?: number;
  count: number;
}

type Group = Omit<ColorGroup, 'count' | 'symbol'> & { order: number; symbol?: string };

/** The color of a sample's status; a failed sample stays red whatever followed. */
export const statusTone = (status: SampleStatus): Tone =>
  status.startsWith('FAILED') ? 'danger' : TONE_OF_STATUS[SAMPLE_STATUS[status].tone];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Count the days since a sample was recorded. */
const ageInDays = (createdAt: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(createdAt)) / DAY_MS));

// The bands are fixed, so that two plates next to each other compare.
const CONCENTRATIONS = [
  { below: 1, label: 'Below 1 ng/µL' },
  { below: 10, label: '1 to 10 ng/µL' },
  { below: 50, label: '10 to 50 ng/µL' },
  { below: 100, label: '50 to 100 ng/µL' },
  { below: Number.POSITIVE_INFINITY, label: '100 ng/µL and above' },
] as const;
const AGES = [
  { below: 1, label: 'Today' },
  { below: 3, label: '1 to 2 days' },
  { below: 7, label: '3 to 6 days' },
  { below: 14, label: '7 to 13 days' },
  { below: Number.POSITIVE_INFINITY, label: '14 days and older' },
] as const;
const BAND_SYMBOLS = 'ABCDE';
const BARCODES_IN_BLOCK = 24;

const bandOf = (bands: readonly { below: number; label: string }[], value: number): Group => {
  const level = bands.findIndex(({ below }) => value < below);
  return {
    id: `band-${level}`,
    label: bands[level]?.label ?? '',
    symbol: BAND_SYMBOLS[level] ?? '',
    level,
    order: level,
  };
};

const NO_VALUE = { id: 'none', symbol: '–', tone: 'neutral', order: -1 } as const;

function barcodeGroup(code: string, isRepeated: boolean): Group {
  if (isRepeated) return { id: 'repeated', label: 'Used twice', symbol: '!', tone: 'danger', order: -2 };
  const [, prefix, digits] = /^(\D*)(\d+)$/.exec(code) ?? [];
  if (prefix === undefined || digits === undefined) return { id: code, label: code, level: 2, order: 1000 };
  const block = Math.floor((Number(digits) - 1) / BARCODES_IN_BLOCK);
  const name = (n: number): string => `${prefix}${String(n).padStart(2, '0')}`;
  const label = `${name(block * BARCODES_IN_BLOCK + 1)} to ${name((block + 1) * BARCODES_IN_BLOCK)}`;
  const symbol = BAND_SYMBOLS[block] ?? String(block + 1);
  return { id: label, label, symbol, level: Math.min(4, block), order: block };
}

function groupOf(one: ColoredSample, colorBy: ColorBy, now: number, repeated: ReadonlySet<string>): Group {
  if (colorBy === 'status') {
    const { label, rank } = SAMPLE_STATUS[one.status];
    return { id: one.status, label, tone: statusTone(one.status), order: rank };
  }
  if (colorBy === 'age') return bandOf(AGES, ageInDays(one.createdAt, now));
  if (colorBy === 'barcode')
    return one.dnaBarcode === null
      ? { ...NO_VALUE, label: 'No barcode' }
      : barcodeGroup(one.dnaBarcode, repeated.has(one.dnaBarcode));
  return one.extractedConcentration === null
    ? { ...NO_VALUE, label: 'Not measured' }
    : bandOf(CONCENTRATIONS, Number(one.extractedConcentration));
}

/** Choose a symbol for each label: its first character that no other group has. */
function assignSymbols(groups: readonly Group[]): Map<string, string> {
  const symbols = new Map(groups.flatMap(({ id, symbol }) => (symbol ? [[id, symbol] as const] : [])));
  const takenSymbols = new Set(symbols.values());
  for (const { id, label } of groups) {
    if (symbols.has(id)) continue;
    const initials = label.split(/[^A-Za-z]+/).map((text) => text.slice(0, 1));
    const candidates = [...initials, ...label, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
      .map((symbol) => symbol.toUpperCase())
      .filter((symbol) => /[A-Z]/.test(symbol));
    const symbol = candidates.find((one) => !takenSymbols.has(one)) ?? '?';
    takenSymbols.add(symbol);
    symbols.set(id, symbol);
  }
  return symbols;
}

/** A picture's colors: the entries of its legend and the entry of each position. */
export interface PictureColors {
  groups: ColorGroup[];
  groupAt: ReadonlyMap<string, ColorGroup>;
}

/** Group the samples of a picture by what its colors mean. */
export function groupByColor(
  samples: ReadonlyMap<string, ColoredSample>,
  colorBy: ColorBy,
  now: number,
): PictureColors {
  const firstCodes = new Set<string>();
  const repeated = new Set<string>();
  for (const { dnaBarcode } of samples.values()) {
    if (dnaBarcode === null) continue;
    if (firstCodes.has(dnaBarcode)) repeated.add(dnaBarcode);
    firstCodes.add(dnaBarcode);
  }
  const idAt = new Map<string, string>();
  const groupById = new Map<string, Group & { count: number }>();
  for (const [position, one] of samples) {
    const group = groupOf(one, colorBy, now, repeated);
    idAt.set(position, group.id);
    groupById.set(group.id, { ...group, count: (groupById.get(group.id)?.count ?? 0) + 1 });
  }
  const sorted = [...groupById.values()].sort((a, b) => a.order - b.order || (a.label < b.label ? -1 : 1));
  const symbols = assignSymbols(sorted);
  const groups = sorted.map(({ order, ...group }) => ({ ...group, symbol: symbols.get(group.id) ?? '?' }));
  const byId = new Map(groups.map((group) => [group.id, group]));
  const groupAt = new Map(
    [...idAt].flatMap(([position, id]) => {
      const group = byId.get(id);
      return group ? [[position, group] as const] : [];
    }),
  );
  return { groups, groupAt };
}

/** Return the text in a position: the value by which the picture is colored, else the sample's number. */
export function positionText(one: ColoredSample, colorBy: ColorBy, now: number): string {
  if (colorBy === 'concentration' && one.extractedConcentration !== null)
    return String(Number(Number(one.extractedConcentration).toPrecision(3)));
  if (colorBy === 'barcode' && one.dnaBarcode !== null) return one.dnaBarcode;
  return colorBy === 'age' ? `${ageInDays(one.createdAt, now)} d` : dayAndNumber(one.barcode);
}

/**
 * Shorten a barcode to its day and number in two lines: `W26320-0015-01` is `320-` above `0015`, because the
 * number alone repeats every day. Tubes of other entities keep their first character.
 */
export function dayAndNumber(barcode: string): string {
  const [, entity, day, number] = /^([A-Z])\d{2}(\d{3})-(\d+)/.exec(barcode) ?? [];
  if (entity === undefined || day === undefined || number === undefined) return barcode.slice(-7);
  return `${entity === 'W' ? '' : entity}${day}-\n${number}`;
}

/** Describe a sample in one line, for the tooltip of its position. */
export function describeSample(one: ColoredSample, now: number): string {
  const days = ageInDays(one.createdAt, now);
  const parts = [
    SAMPLE_STATUS[one.status].label,
    one.extractedConcentration === null ? null : `${one.extractedConcentration} ng/µL`,
    one.dnaBarcode,
    days === 0 ? 'recorded today' : `${days} ${days === 1 ? 'day' : 'days'} old`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
