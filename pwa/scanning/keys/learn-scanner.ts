import { isModifier, keyName } from './burst-state.ts';
import { isPrefixKey, MAX_GAP_MS, type ScannerSettings } from './scanner-settings.ts';

/** One key of a recorded scan: its name as returned by `keyName`, and its time in milliseconds. */
interface RecordedKey {
  name: string;
  at: number;
}

/** The keys of one scan, from the first to the last. */
export type RecordedScan = readonly RecordedKey[];

type LearnedSettings = Pick<ScannerSettings, 'prefix' | 'suffix' | 'gapMs' | 'learnedGapMs'>;

export type Learned = { kind: 'learned'; settings: LearnedSettings } | { kind: 'problem'; text: string };

interface ScanParts {
  /** Keys before the code. */
  lead: readonly string[];
  code: string;
  /** Keys after the code. */
  tail: readonly string[];
}

/** Scanners with a mean gap below this work without setup. */
const USUAL_GAP_MS = 80;
const SHORTEST_CODE = 3;

const problem = (text: string): Learned => ({ kind: 'problem', text });
const isCharacter = (name: string): boolean => name.length === 1;

/** Return the mean time between two keys of a scan. */
export function meanGapOf(scan: RecordedScan): number {
  const first = scan[0];
  const last = scan.at(-1);
  return first && last && scan.length > 1 ? (last.at - first.at) / (scan.length - 1) : 0;
}

/** Split a scan at its known code, or else at its characters. */
function splitScan(scan: RecordedScan, knownCodes: readonly string[]): ScanParts {
  const names = scan.map(({ name }) => name);
  for (const code of knownCodes)
    for (let from = 0; from + code.length <= names.length; from += 1) {
      const characters = names.slice(from, from + code.length);
      if (characters.every(isCharacter) && characters.join('').toUpperCase() === code.toUpperCase())
        return { lead: names.slice(0, from), code, tail: names.slice(from + code.length) };
    }
  const first = names.findIndex(isCharacter);
  if (first === -1) return { lead: names, code: '', tail: [] };
  const end = names.findLastIndex(isCharacter) + 1;
  const inside = names.slice(first, end).filter(isCharacter).join('');
  return { lead: names.slice(0, first), code: inside, tail: names.slice(end) };
}

/** Take a sign that begins every code as the prefix; letters and digits may begin any label. */
function withSignAsPrefix(scans: readonly ScanParts[], knownCodes: readonly string[]): readonly ScanParts[] {
  const sign = scans[0]?.code[0] ?? '';
  const isPrefix = scans.every(
    ({ lead, code }) => lead.length === 0 && code.startsWith(sign) && !knownCodes.includes(code),
  );
  if (!isPrefix || sign === '' || /[A-Za-z0-9]/.test(sign)) return scans;
  return scans.map(({ code, tail }) => ({ lead: [sign], code: code.slice(1), tail }));
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join(' ') === b.join(' ');

/** Return the code as the setup shows it, without prefix and suffix. */
export const codeOfScan = (scan: RecordedScan, knownCodes: readonly string[]): string =>
  splitScan(scan, knownCodes).code;

/** Learn from several scans which keys a scanner sends before and after a code, and how fast it types. */
export function learnScanner(scans: readonly RecordedScan[], knownCodes: readonly string[]): Learned {
  const parts = withSignAsPrefix(
    scans.map((scan) => splitScan(scan, knownCodes)),
    knownCodes,
  );
  const [first] = parts;
  if (!first || parts.some(({ code }) => code.length < SHORTEST_CODE))
    return problem('A scan had no code. Scan three labels.');
  if (parts.some(({ lead, tail }) => !isSame(lead, first.lead) || !isSame(tail, first.tail)))
    return problem('The scans begin or end differently. Scan three labels with one scanner.');
  const [prefix = ''] = first.lead;
  if (first.lead.length > 1 || !isPrefixKey(prefix) || /^[A-Za-z0-9]$/.test(prefix))
    return problem(
      `The scanner sends ${first.lead.join(' ')} before a code. Set it to send F13 or nothing there.`,
    );
  const suffix = first.tail.find((name) => name === 'Enter' || name === 'Tab');
  if (suffix === undefined && first.tail.length > 0)
    return problem(`The scanner sends ${first.tail.join(' ')} after a code. Set it to send Enter there.`);
  if (first.tail[0] !== undefined && isCharacter(first.tail[0]))
    return problem(`The scanner adds ${first.tail[0]} to a code. Set it to send Enter alone there.`);
  const gap = Math.max(...scans.map(meanGapOf));
  if (gap > MAX_GAP_MS && prefix.length <= 1)
    return problem('The scanner is as slow as typing. Set it to send F13 before each code.');
  return {
    kind: 'learned',
    settings: {
      prefix,
      suffix: suffix === 'Enter' || suffix === 'Tab' ? suffix : 'none',
      gapMs: Math.min(MAX_GAP_MS, Math.max(USUAL_GAP_MS, Math.ceil(gap * 1.3) + 15)),
      learnedGapMs: Math.min(MAX_GAP_MS, Math.max(1, Math.round(gap))),
    },
  };
}

/** A scan ends after this time without a key. */
const SCAN_END_MS = 400;
/** Fewer keys than this come from a person. */
const FEWEST_KEYS = 3;
/** Keys with which a person leaves the setup; no scanner begins with them. */
const PERSONS_KEYS = new Set(['Tab', 'Enter', ' ', 'Escape']);

/**
 * Record the keys of each scan before any other listener gets them, because the setup learns how to interpret
 * them. Returns a function that stops.
 */
export function recordScans(onScan: (scan: RecordedScan) => void): () => void {
  let keys: RecordedKey[] = [];
  let pause: ReturnType<typeof setTimeout> | undefined;

  const finish = (): void => {
    const scan = keys;
    keys = [];
    if (scan.length >= FEWEST_KEYS) onScan(scan);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModifier(event.key) || event.metaKey) return;
    const name = keyName({ key: event.key, ctrl: event.ctrlKey, alt: event.altKey });
    if (keys.length === 0 && PERSONS_KEYS.has(name)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat) return;
    keys.push({ name, at: event.timeStamp });
    clearTimeout(pause);
    pause = setTimeout(finish, SCAN_END_MS);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    clearTimeout(pause);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}
