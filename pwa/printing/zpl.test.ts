import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { LABEL_KINDS, LABEL_STOCK } from '#db/labels/label-kind.ts';
import { layoutLabel } from '#db/labels/label-layout.ts';
import { zplLabel, zplText } from '#db/labels/zpl.ts';
import { decodeLabels } from './rasterise-labels.ts';

const LONG = 'W26325-0007-01-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFGHIJ';
const content = { barcode: 'W26325-0007-01', lines: ['Ada’s tube', 'EXTRACT 21 Nov 2026', '50 µL'] };

describe('ZPL', () => {
  test('escapes command characters in data', () => {
    expect(zplText('a^b~c\\d')).toBe('a\\5Eb\\7Ec\\5Cd');
    const label = zplLabel('TUBE', { ...content, lines: ['^XZ~JR'] }, 203);
    expect(label).toContain('^FH\\^FD\\5EXZ\\7EJR^FS');
    expect(label.match(/\^XZ/g)).toHaveLength(1);
  });

  test('draws Data Matrix ECC 200 on tubes and Code 128 on plates, at the size of the stock', () => {
    expect(zplLabel('TUBE', content, 203)).toMatch(/\^CI28\n\^PW260\^LL102/);
    expect(zplLabel('TUBE', content, 300)).toMatch(/\^PW384\^LL150.*\n.*\^BXN,\d,200/);
    expect(zplLabel('PLATE_EDGE', { barcode: 'W26325-S01', lines: [] }, 203)).toMatch(
      /\^PW50[34].*\n.*\^BY2\^BCN,\d+,N,N,N,A/,
    );
    expect(zplLabel('TUBE', content, 203, 3)).toContain('^PQ3');
  });
});

describe('a label', () => {
  test.each(LABEL_KINDS.flatMap((kind) => ([203, 300, 600] as const).map((dpi) => [kind, dpi] as const)))(
    'for %s at %i dpi keeps its symbol and text on the stock',
    (kind, dpi) => {
      const { width, height, symbol, lines } = layoutLabel(kind, { ...content, barcode: 'W26325-S01' }, dpi);
      expect(Number.isInteger(symbol.module) && symbol.module >= 1).toBe(true);
      expect(symbol.x + symbol.width).toBeLessThan(width);
      expect(symbol.y + symbol.height).toBeLessThanOrEqual(height);
      expect(lines[0]?.text).toBe('W26325-S01');
      for (const line of lines) {
        expect(line.x).toBeGreaterThan(symbol.x + symbol.width);
        expect(line.y + line.height).toBeLessThanOrEqual(height);
        // Cutters are not exact, so 1 mm is left at the right edge.
        expect(line.x + line.width).toBeLessThanOrEqual(width - dpi / 25.4);
      }
    },
  );

  test('of a box has a large code, even above a long path of its place', () => {
    const lines = ['Box 06', 'Freezer 1 / Shelf B / Rack B1, B1'];
    const layoutLines = layoutLabel('BOX', { barcode: 'BOX-06', lines }, 300).lines;
    expect(layoutLines.map(({ text }) => text)).toEqual(['BOX-06', ...lines]);
    const [code, name, path] = layoutLines.map(({ height }) => (height / 300) * 25.4);
    expect(code).toBeGreaterThan(3);
    expect(name).toBe(code);
    expect(path).toBeGreaterThan(1.4);
    expect(path).toBeLessThan(2.5);
  });

  test('of a plate with a long code shows all of it next to the bars', () => {
    const code = 'PLT-W26325-L02';
    const [first] = layoutLabel('PLATE_EDGE', { barcode: code, lines: ['Output'] }, 300).lines;
    expect(first?.text).toBe(code);
    const [, height, across] =
      /A0N,(\d+),(\d+)\^FH\\\^FDPLT/.exec(zplLabel('PLATE_EDGE', { barcode: code, lines: [] }, 300)) ?? [];
    expect(Number(across)).toBeLessThan(Number(height));
  });

  test('truncates a line that is too long, with dots', () => {
    const lines = ['A name of a sample that nobody could ever want to read on a tube'];
    const [, name] = layoutLabel('TUBE', { barcode: 'W26325-0007-01', lines }, 203).lines;
    expect(name?.text).toMatch(/^A name of .*…$/);
  });

  test('whose code would be too small to read is refused and explains what to do', () => {
    expect(() => layoutLabel('PLATE_EDGE', { barcode: LONG, lines: [] }, 203)).toThrow(
      `The code ${LONG} is too long for a plate edge label. Use a larger label.`,
    );
  });
});

describe('a printed ZPL label', () => {
  const dotsPerMm = { 203: 8, 300: 12 } as const;
  test.each([
    ['TUBE', 203, 'W26325-0007-01'],
    ['TUBE', 300, 'W26325-K003-K1'],
    ['PLATE_EDGE', 203, 'W26325-S01'],
    ['PLATE_EDGE', 300, 'W26325-S01'],
    ['BOX', 203, 'BOX-0012'],
    ['STORAGE_PLACE', 300, 'FRZ-03-SHELF-2'],
  ] as const)('%s at %i dpi reads back as %s', async (kind, dpi, barcode) => {
    const { api } = await ready;
    const { widthMm, heightMm } = LABEL_STOCK[kind];
    const zpl = zplLabel(kind, { barcode, lines: content.lines }, dpi);
    const png = await api.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMm[dpi]);
    const page = await sharp(Buffer.from(png, 'base64')).flatten({ background: '#fff' }).png().toBuffer();
    expect(await decodeLabels([page])).toEqual([barcode]);
  });
});
