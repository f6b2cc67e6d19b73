import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  decodeRate,
  knownPhotographs,
  loadPixels,
  prepareDecoderInNode,
} from '#pwa/scanning/camera/decode-rate.ts';
import { readRackImage } from '#pwa/scanning/rack/rack-image.ts';
import { FLATBED } from '#pwa/scanning/rack/rack-lattice.ts';
import { type Figure, type FigureRow, ms } from './figure.ts';

const PHOTOGRAPHS = fileURLToPath(new URL('../../../shared/data/barcodes/', import.meta.url));
const RACK = path.join(PHOTOGRAPHS, 'racks', 'pivotbio-96rack-89tubes-600dpi');

const emptyFigure = { floor: null, ratio: null, target: null, pass: null };

async function photographs(): Promise<FigureRow[]> {
  const rates = await decodeRate(knownPhotographs(PHOTOGRAPHS));
  return rates.map(({ set, n, ok, wrong, msPerImage }) => ({
    ...emptyFigure,
    what: `photographs decoded: ${set}`,
    measured: `${ok} of ${n} (${Math.round((100 * ok) / n)} %), ${wrong} wrong, ${ms(msPerImage)} each`,
  }));
}

const known = (): Set<string> =>
  new Set(
    readFileSync(`${RACK}.csv`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) =>
        line
          .trim()
          .split(',')
          .filter((cell) => /^\w{6,}$/.test(cell)),
      ),
  );

async function rack(): Promise<FigureRow> {
  const picture = await loadPixels(`${RACK}.jpeg`);
  const start = performance.now();
  const { rows } = await readRackImage(picture, { orientation: { ...FLATBED, rotation: 90 } });
  const took = performance.now() - start;
  const read = new Set(rows.flatMap(({ barcode }) => (barcode === null ? [] : [barcode])));
  const expected = known();
  const matchCount = [...expected].filter((code) => read.has(code)).length;
  return {
    ...emptyFigure,
    what: 'rack of 89 tubes from one picture',
    measured: `${read.size} read, ${matchCount} of the ${expected.size} known, ${ms(took)}`,
  };
}

/** Share of real pictures that the shipped decoder reads. */
export const decode: Figure = {
  id: 'decode',
  async run() {
    if (!existsSync(path.join(PHOTOGRAPHS, 'manifest.json'))) {
      return [
        { ...emptyFigure, what: 'photographs decoded', measured: `not measured: ${PHOTOGRAPHS} is not here` },
      ];
    }
    prepareDecoderInNode();
    return [...(await photographs()), await rack()];
  },
};
