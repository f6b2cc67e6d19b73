import { loadPixels, prepareDecoderInNode } from '#pwa/scanning/node-photographs.ts';
import { readSymbols } from '#pwa/scanning/read-symbols.ts';

let prepared = false;

/** Decode each printed page in order; null where no code is readable. */
export async function decodeLabels(pages: readonly Buffer[]): Promise<(string | null)[]> {
  if (!prepared) prepareDecoderInNode();
  prepared = true;
  const codes: (string | null)[] = [];
  for (const page of pages) {
    const [symbol] = await readSymbols(await loadPixels(page));
    codes.push(symbol?.text ?? null);
  }
  return codes;
}
