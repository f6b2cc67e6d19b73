import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { LAB_FORMATS, type Pixels, readSymbols } from './read-symbols.ts';

/** One photograph whose text is known. */
interface KnownPhotograph {
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

const Manifest = z.array(z.object({ file: z.string(), format: z.string(), text: z.string() }));

/** Give the decoder its own file in Node, so that it never downloads it. */
export function prepareDecoderInNode(): void {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const bytes = readFileSync(file);
  prepareZXingModule({
    overrides: { wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  });
}

/** Load a picture file as RGBA, with white for transparency. */
export async function loadPixels(file: string | Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** List the photographs of a folder with a `manifest.json`; their set is the format. */
export function knownPhotographs(folder: string): KnownPhotograph[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  return manifest.map(({ file, format, text }) => ({
    set: format,
    text,
    load: () => loadPixels(join(folder, file)),
  }));
}
