import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bwip from 'bwip-js/node';
import { beforeAll, expect, test } from 'vitest';
import { decodeRate, knownPhotographs, loadPixels, prepareDecoderInNode } from './camera/decode-rate.ts';
import { readSymbols } from './camera/read-symbols.ts';
import { readRackImage } from './rack/rack-image.ts';

const folder = fileURLToPath(new URL('../../../shared/data/barcodes/', import.meta.url));

beforeAll(prepareDecoderInNode);

if (!existsSync(folder)) {
  // biome-ignore lint/suspicious/noConsole: absent data must be told loudly
  console.info(
    '\n*** The photographs of ../shared/data/barcodes are not here: only drawn codes are decoded. ***\n',
  );
} else {
  test('at least 95% of real photographs are read, and none wrongly', async () => {
    const rates = await decodeRate(knownPhotographs(folder));
    expect(rates.flatMap(({ mistakes }) => mistakes)).toEqual([]);
    for (const { set, ok, n } of rates)
      expect(ok / n, `${set}: ${ok} of ${n}`).toBeGreaterThanOrEqual(n > 20 ? 0.95 : 0.9);
    const all = rates.reduce((sum, { ok, n }) => ({ ok: sum.ok + ok, n: sum.n + n }), { ok: 0, n: 0 });
    expect(all.ok / all.n).toBeGreaterThanOrEqual(0.95);
  });

  test('a real scan of a rack gives at least 88 of its 89 tubes, each at its position', async () => {
    const name = join(folder, 'racks/pivotbio-96rack-89tubes-600dpi');
    const picture = await loadPixels(`${name}.jpeg`);
    // The picture is rotated: its rows are the rack's columns.
    const { rows, problem } = await readRackImage(picture, {
      orientation: { mirrored: false, rotation: 0 },
      rack: { rows: 12, columns: 8 },
    });
    expect(problem).toBeNull();
    expect(rows).toHaveLength(96);
    const read = new Map(
      rows.filter(({ barcode }) => barcode).map(({ position, barcode }) => [position, barcode]),
    );
    expect(read.size).toBeGreaterThanOrEqual(88);
    const known = readFileSync(`${name}.csv`, 'utf8').trim().split('\n').slice(1);
    const expected = known.map((line) => line.split(','));
    const wrong = expected.filter(([column, row, text]) => {
      const decodedText = read.get(`${'ABCDEFGHIJKL'[Number(row) - 1]}${column}`);
      return decodedText !== undefined && decodedText !== text;
    });
    expect(wrong).toEqual([]);
    expect(rows.filter((row) => row.read === 'NO_READ').length + read.size).toBeLessThanOrEqual(96);
  });
}

const drawSymbol = async (bcid: string, text: string): Promise<Buffer> =>
  bwip.toBuffer({
    bcid,
    text,
    scale: 2,
    padding: 8,
    backgroundcolor: 'ffffff',
    ...(bcid === 'code128' ? { height: 12 } : {}),
  });

test.each(['datamatrix', 'code128', 'qrcode'])('a drawn %s is read', async (bcid) => {
  const [symbol] = await readSymbols(await loadPixels(await drawSymbol(bcid, 'W26325-0007-01')));
  expect(symbol?.text).toBe('W26325-0007-01');
});
