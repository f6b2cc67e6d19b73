import bwip from 'bwip-js/node';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPixels, prepareDecoderInNode } from '#pwa/scanning/camera/decode-rate.ts';
import { readRackImage } from './rack-image.ts';
import { cellAt, cellCenter, FLATBED, fitLattice, positionInRack } from './rack-lattice.ts';

const PITCH = 60;
const RACK = { rows: 4, columns: 6 };
const STRAIGHT = { mirrored: false, rotation: 0 } as const;

beforeAll(prepareDecoderInNode);

const tubeOf = (row: number, column: number): string => `T${row}${column}00`;

/** Draw a rack whose tubes are on a lattice; `smeared` ones are unreadable. */
const drawRack = async (empty: readonly string[], smeared: readonly string[]): Promise<Buffer> => {
  const layers: NonNullable<Parameters<ReturnType<typeof sharp>['composite']>[0]> = [];
  for (let row = 0; row < RACK.rows; row += 1)
    for (let column = 0; column < RACK.columns; column += 1) {
      const tube = tubeOf(row, column);
      if (empty.includes(tube)) continue;
      const code = await bwip.toBuffer({
        bcid: 'datamatrix',
        text: tube,
        scale: 1.5,
        backgroundcolor: 'ffffff',
      });
      const input = smeared.includes(tube)
        ? await sharp(code).rotate(45, { background: '#fff' }).blur(2).toBuffer()
        : code;
      layers.push({ input, left: 20 + column * PITCH, top: 20 + row * PITCH });
    }
  const size = { width: RACK.columns * PITCH + 20, height: RACK.rows * PITCH + 20 };
  return sharp({ create: { ...size, channels: 3, background: '#ddd' } })
    .composite(layers)
    .png()
    .toBuffer();
};

describe('a picture of a whole rack', () => {
  test('gives each tube with its position, in the order in which plates are filled', async () => {
    const picture = await loadPixels(await drawRack([], []));
    const { rows, problem } = await readRackImage(picture, { rack: RACK, orientation: STRAIGHT });
    expect(problem).toBeNull();
    expect(rows.map(({ position }) => position).slice(0, 5)).toEqual(['A1', 'B1', 'C1', 'D1', 'A2']);
    expect(rows.find(({ position }) => position === 'C5')).toEqual({
      position: 'C5',
      barcode: 'T2400',
      read: 'OK',
    });
    expect(rows.every(({ read }) => read === 'OK')).toBe(true);
  });

  test('reports empty positions and unreadable tubes, and guesses none', async () => {
    const picture = await loadPixels(await drawRack(['T1100'], ['T2200']));
    const { rows } = await readRackImage(picture, { rack: RACK, orientation: STRAIGHT });
    expect(rows.filter(({ read }) => read !== 'OK')).toEqual([
      { position: 'B2', barcode: null, read: 'EMPTY' },
      { position: 'C3', barcode: null, read: 'NO_READ' },
    ]);
  });

  test('taken from below shows the rack mirrored', async () => {
    const below = await sharp(await drawRack([], []))
      .flop()
      .png()
      .toBuffer();
    const { rows } = await readRackImage(await loadPixels(below), { rack: RACK, orientation: FLATBED });
    expect(rows.find(({ position }) => position === 'A1')?.barcode).toBe('T0000');
    expect(rows.find(({ position }) => position === 'D6')?.barcode).toBe('T3500');
  });

  test('that is slightly rotated still gives the right positions', async () => {
    const askew = await sharp(await drawRack([], []))
      .rotate(4, { background: '#ddd' })
      .png()
      .toBuffer();
    const { rows } = await readRackImage(await loadPixels(askew), { rack: RACK, orientation: STRAIGHT });
    expect(rows.find(({ position }) => position === 'D6')?.barcode).toBe('T3500');
  });

  test('with missing outer tubes is refused, because the positions could be shifted', async () => {
    const lastColumn = Array.from({ length: RACK.rows }, (_, row) => tubeOf(row, 5));
    const { rows, problem } = await readRackImage(await loadPixels(await drawRack(lastColumn, [])), {
      rack: RACK,
      orientation: STRAIGHT,
    });
    expect(rows).toEqual([]);
    expect(problem).toBe('The tubes span 4 × 5 places, not 4 × 6. Fill the outer rows or use a rack file.');
  });

  test('without a rack is refused', async () => {
    const blankImage = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { problem } = await readRackImage(await loadPixels(blankImage), { orientation: STRAIGHT });
    expect(problem).toMatch(/^No rack was found/);
  });
});

test('is turned by a quarter when its bottom left is A1', () => {
  const imageSize = { rows: 12, columns: 8 };
  const rack = { rows: 8, columns: 12 };
  expect(positionInRack({ row: 11, column: 0 }, imageSize, rack, { mirrored: false, rotation: 90 })).toBe(
    'A1',
  );
  expect(positionInRack({ row: 0, column: 0 }, imageSize, rack, { mirrored: false, rotation: 90 })).toBe(
    'A12',
  );
  expect(positionInRack({ row: 0, column: 7 }, imageSize, rack, { mirrored: false, rotation: 270 })).toBe(
    'A1',
  );
  expect(positionInRack({ row: 0, column: 0 }, imageSize, rack, { mirrored: false, rotation: 0 })).toBeNull();
});

test('with a code next to the rack gives that code no position', () => {
  const points = Array.from({ length: 24 }, (_, n) => ({ x: (n % 6) * 60, y: Math.floor(n / 6) * 60 }));
  const lattice = fitLattice([...points, { x: 395, y: 90 }]);
  if (!lattice) throw new Error('no lattice');
  expect(cellAt(lattice, { x: 395, y: 90 })).toBeNull();
  const cell = cellAt(lattice, { x: 300, y: 180 });
  expect(cell && cellCenter(lattice, cell).x).toBeCloseTo(300, 0);
});
