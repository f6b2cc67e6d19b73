import type { Pixels } from './pixels.ts';
import { LAB_FORMATS, readSymbols } from './read-symbols.ts';

/** One photograph whose text is known. */
export interface KnownPhotograph {
  set: string;
  text: string;
  load: () => Promise<Pixels>;
}

/** The read rate of a set of photographs. */
export interface DecodeRate {
  set: string;
  n: number;
  ok: number;
  wrong: number;
  msPerImage: number;
  /** Wrong reads, as `expected ≠ read`. */
  mistakes: string[];
}

/**
 * Decode each photograph with the shipped decoder as the camera does: every format of the lab, without hints.
 */
export async function decodeRate(
  photographs: readonly KnownPhotograph[],
  now = () => performance.now(),
): Promise<DecodeRate[]> {
  const rates = new Map<string, DecodeRate>();
  for (const { set, text, load } of photographs) {
    const rate = rates.get(set) ?? { set, n: 0, ok: 0, wrong: 0, msPerImage: 0, mistakes: [] };
    const pixels = await load();
    const start = now();
    const [symbol] = await readSymbols(pixels, { formats: LAB_FORMATS });
    rate.msPerImage = (rate.msPerImage * rate.n + now() - start) / (rate.n + 1);
    rate.n += 1;
    if (symbol?.text === text) rate.ok += 1;
    else if (symbol) {
      rate.wrong += 1;
      rate.mistakes.push(`${text} ≠ ${symbol.text}`);
    }
    rates.set(set, rate);
  }
  return [...rates.values()];
}
