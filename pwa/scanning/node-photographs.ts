import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { prepareZXingModule } from 'zxing-wasm/reader';
import type { KnownPhotograph } from './decode-rate.ts';
import type { Pixels } from './pixels.ts';

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
