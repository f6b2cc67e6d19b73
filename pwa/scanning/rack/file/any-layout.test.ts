import fc from 'fast-check';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { boxPlace, boxPosition, type GridSize, positionsByColumn } from '#db/values/box-position.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import { readRackFile } from './read-rack-file.ts';

/** The content of a rack: a code, no readable code, or no tube at each position. */
type Rack = readonly RackRow[];

/** How a reader writes a rack. */
interface Dialect {
  layout: 'list' | 'rows and columns' | 'status column' | 'code first' | 'grid' | 'grid without labels';
  delimiter: ',' | ';' | '\t' | '|' | '   ';
  encoding: 'utf8' | 'utf16le' | 'utf16be' | 'latin1' | 'xlsx';
  mark: boolean;
  headings: boolean;
  metadata: readonly string[];
  rack: 'none' | 'metadata' | 'column';
  pads: boolean;
  /** What stands for a code that is not there, beside a status. */
  blank: string;
  noRead: string;
  noTube: string;
  lineEnd: '\n' | '\r\n';
  shuffle: number;
}

const SIZES: readonly GridSize[] = [
  { rows: 4, columns: 6 },
  { rows: 6, columns: 8 },
  { rows: 8, columns: 12 },
  { rows: 10, columns: 10 },
  { rows: 16, columns: 24 },
];
const RACK = 'FR100001';

const rackOf = (size: GridSize): fc.Arbitrary<Rack> =>
  fc
    .array(fc.constantFrom('tube', 'tube', 'tube', 'NO_READ', 'EMPTY'), {
      minLength: size.rows * size.columns,
      maxLength: size.rows * size.columns,
    })
    .map((contents) =>
      positionsByColumn(size).map((position, index): RackRow => {
        // The first positions are tubes, so that a list without a header shows which column has the codes.
        const content = index < 3 ? 'tube' : contents[index];
        if (content === 'NO_READ' || content === 'EMPTY') return { position, barcode: null, read: content };
        return { position, barcode: `FD${String(index * 7919 + 10_000_000)}`, read: 'OK' };
      }),
    );

const dialects: fc.Arbitrary<Dialect> = fc.record({
  layout: fc.constantFrom(
    'list',
    'rows and columns',
    'status column',
    'code first',
    'grid',
    'grid without labels',
  ),
  delimiter: fc.constantFrom(',', ';', '\t', '|', '   '),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be', 'latin1', 'xlsx'),
  mark: fc.boolean(),
  headings: fc.boolean(),
  metadata: fc.subarray(['Gefriergerät Süd', 'Operator: Ann', 'Date: 28.11.2026', '', 'Scan report']),
  rack: fc.constantFrom('none', 'metadata', 'column'),
  pads: fc.boolean(),
  blank: fc.constantFrom('-', ''),
  noRead: fc.constantFrom('NO READ', 'No_Read', 'NOREAD', 'No Code', 'Unreadable', 'DECODE-FAILED'),
  noTube: fc.constantFrom('NO TUBE', 'No_Tube', 'NOTUBE', 'Empty', 'Absent', 'No Sample'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  shuffle: fc.integer({ min: 1, max: 1000 }),
});

const contentOf = (row: RackRow, { noRead, noTube }: Dialect): string =>
  row.barcode ?? (row.read === 'EMPTY' ? noTube : noRead);

function listLines(rack: Rack, dialect: Dialect, size: GridSize): string[][] {
  const { layout, pads, headings, rack: rackPlace, shuffle } = dialect;
  // A blank cell between blanks cannot be seen.
  const blank = dialect.delimiter === '   ' ? '-' : dialect.blank;
  const pad = (column: number): string => (pads ? String(column + 1).padStart(2, '0') : String(column + 1));
  const inRows = layout === 'rows and columns';
  const lines = [...rack]
    .map((row, index) => ({ row, order: (index * shuffle) % 97 }))
    .sort((a, b) => a.order - b.order)
    .map(({ row }) => {
      const place = boxPlace(row.position, size) ?? { row: 0, column: 0 };
      const rowLetter = boxPosition({ row: place.row, column: 0 }).slice(0, 1);
      const places = inRows ? [rowLetter, pad(place.column)] : [`${rowLetter}${pad(place.column)}`];
      const own = rackPlace === 'column' ? [RACK] : [];
      const content = contentOf(row, dialect);
      if (layout === 'code first') return [content, ...places, ...own];
      if (layout === 'status column')
        return [...own, ...places, row.barcode ?? blank, row.read === 'OK' ? 'OK' : content];
      return [...own, ...places, content];
    });
  // A status column has a name: a dash beside "No read" would contradict it.
  const needsHeader = headings || layout === 'status column';
  if (!needsHeader) return lines;
  const places = inRows ? ['Row', 'Column'] : ['Tube Position'];
  const own = rackPlace === 'column' ? ['RackID'] : [];
  if (layout === 'code first') return [['Barcode', ...places, ...own], ...lines];
  return [[...own, ...places, 'Tube ID', ...(layout === 'status column' ? ['Status'] : [])], ...lines];
}

function gridLines(rack: Rack, dialect: Dialect, { rows, columns }: GridSize): string[][] {
  const at = new Map(rack.map((row) => [row.position, row]));
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_cell, column) => {
      const one = at.get(boxPosition({ row, column }));
      return one ? contentOf(one, dialect) : '';
    }),
  );
  if (dialect.layout === 'grid without labels') return cells;
  const labeled = cells.map((line, row) => [boxPosition({ row, column: 0 }).slice(0, 1), ...line]);
  const numbers = Array.from({ length: columns }, (_, column) => String(column + 1));
  return dialect.headings ? [['', ...numbers], ...labeled] : labeled;
}

const isGrid = ({ layout }: Dialect): boolean => layout.startsWith('grid');
const namesRack = ({ rack, layout }: Dialect): boolean =>
  rack === 'metadata' || (rack === 'column' && !layout.startsWith('grid'));

function linesOf(rack: Rack, dialect: Dialect, size: GridSize): string[][] {
  const metadata = dialect.metadata.map((text) => [text]);
  const own = dialect.rack === 'metadata' ? [['Rack ID:', RACK]] : [];
  const table = isGrid(dialect) ? gridLines(rack, dialect, size) : listLines(rack, dialect, size);
  return [...metadata, ...own, ...table];
}

async function bytesOf(lines: readonly (readonly string[])[], dialect: Dialect): Promise<Uint8Array> {
  const { encoding, delimiter, lineEnd, mark } = dialect;
  if (encoding === 'xlsx') {
    const cells = lines.map((line) => line.map((value) => (value === '' ? null : { value, type: String })));
    return new Uint8Array(await writeXlsxFile(cells).toBuffer());
  }
  const text = lines.map((line) => line.join(delimiter)).join(lineEnd) + lineEnd;
  if (encoding === 'latin1') return new Uint8Array(Buffer.from(text, 'latin1'));
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, encoding === 'utf8' ? 'utf8' : 'utf16le');
  return new Uint8Array(encoding === 'utf16be' ? bytes.swap16() : bytes);
}

test('any rack that is written in any dialect is read back the same', async () => {
  const cases = fc
    .constantFrom(...SIZES)
    .chain((size) => fc.tuple(fc.constant(size), rackOf(size), dialects))
    // Blanks cannot separate a blank cell.
    .filter(([, , one]) => one.delimiter !== '   ' || !isGrid(one) || one.encoding === 'xlsx');
  await fc.assert(
    fc.asyncProperty(cases, async ([size, rack, dialect]) => {
      const reading = await readRackFile(await bytesOf(linesOf(rack, dialect, size), dialect), size);
      expect(reading.errors).toEqual([]);
      expect(reading.rackBarcode).toBe(namesRack(dialect) ? RACK : null);
      const sort = (rows: Rack): Rack => [...rows].sort((a, b) => (a.position < b.position ? -1 : 1));
      expect(sort(reading.rows)).toEqual(sort(rack));
    }),
    { numRuns: 80 },
  );
});
