import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readRackText } from './read-rack-file.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/rack-scans/', import.meta.url));
const verdict = (name: string) => readRackText(readFileSync(`${folder}tube_rack_scan_${name}.csv`, 'utf8'));
const errorsOf = (text: string) => readRackText(text).errors.map((error) => error.message);

if (!existsSync(folder)) {
  // biome-ignore lint/suspicious/noConsole: absent data must be told loudly
  console.info(
    '\n*** The rack files of ../shared/data/rack-scans are not here: only made-up rack files are tested. ***\n',
  );
} else {
  test.each(['valid', 'with_bom'])(
    'the real rack file "%s" gives its 16 tubes without errors or warnings',
    (name) => {
      const { rows, errors, warnings } = verdict(name);
      expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
      expect(rows).toHaveLength(16);
      expect(rows[0]).toEqual({
        position: 'A1',
        barcode: 'AB10000001',
        read: 'OK',
      });
      expect(rows[15]).toEqual({
        position: 'H2',
        barcode: 'AB10000016',
        read: 'OK',
      });
    },
  );

  test('a real rack file with duplicate positions is refused and all of them are named', () => {
    expect(verdict('with_duplicate_positions').errors.map((error) => error.message)).toEqual([
      'Row 10, position A2: The position was already given in row 9.',
      'Row 14, position E2: The position was already given in row 13.',
    ]);
  });

  test('a real rack file with duplicate tubes is refused and all are named; unread tubes do not count as duplicates', () => {
    const { errors, warnings } = verdict('with_duplicate_tubes');
    expect(errors.map((error) => error.message)).toEqual([
      'Row 10, position B2: Tube AB10000009 is already at A2 in row 9.',
      'Row 12, position D2: Tube AB10000011 is already at C2 in row 11.',
    ]);
    expect(warnings.map((warning) => warning.position)).toEqual(['E1', 'G2']);
  });

  test('a real rack file with a position outside the rack is refused and names it', () => {
    expect(verdict('with_invalid_positions').errors.map((error) => error.message)).toEqual([
      'Row 9, position I1: Invalid plate location',
    ]);
  });

  test('a real rack file with unread tubes is usable and lists the unread positions', () => {
    const { rows, errors, warnings } = verdict('with_missing_tubes');
    expect(errors).toEqual([]);
    const those = (read: string) => rows.filter((row) => row.read === read).map((row) => row.position);
    expect(those('NO_READ')).toEqual(['C1', 'A2']);
    expect(those('EMPTY')).toEqual(['G2']);
    expect(warnings.map((warning) => warning.position)).toEqual(['C1', 'A2']);
  });

  test('a real rack file with a missing value is refused and names it', () => {
    expect(verdict('with_missing_values').errors.map((error) => error.message)).toEqual([
      'Row 3, position C1: The barcode is missing.',
    ]);
  });
}

test.each([
  ['NO READ', 'NO_READ'],
  ['NOSCAN', 'NO_READ'],
  ['No Scan', 'NO_READ'],
  ['NO_TUBE', 'EMPTY'],
  ['no-tube', 'EMPTY'],
])('"%s" of a rack reader is no tube’s code', (text, read) => {
  expect(readRackText(`A1,${text}\nB1,${text}`).rows).toEqual([
    { position: 'A1', barcode: null, read },
    { position: 'B1', barcode: null, read },
  ]);
});

test('a heading, a rack column before the position and Windows line ends are recognized', () => {
  const { rackBarcode, rows, errors } = readRackText(
    '\uFEFFRack ID,Position,Tube barcode\r\nrk01,A01,ab1001 \r\nRK01,B01,NO TUBE\r\n\r\n',
  );
  expect(errors).toEqual([]);
  expect(rackBarcode).toBe('RK01');
  expect(rows).toEqual([
    { position: 'A1', barcode: 'AB1001', read: 'OK' },
    { position: 'B1', barcode: null, read: 'EMPTY' },
  ]);
});

test('a rack column is recognized without a heading, before the position or after the barcode', () => {
  expect(readRackText('RK01,A1,AB1\nRK01,B1,AB2').rows.map((row) => row.position)).toEqual(['A1', 'B1']);
  expect(readRackText('A1;AB1001;RK01\nB1;AB1002;RK01').rackBarcode).toBe('RK01');
});

test('two racks in one file are refused', () => {
  expect(errorsOf('RK01,A1,AB1001\nRK02,B1,AB1002')).toEqual([
    'Row 2, position B1: The file names two racks: RK01 and RK02.',
  ]);
});

test('all errors of a file are reported at once, in row order', () => {
  expect(errorsOf('A1,AB1001\nA1,AB1001\nZ9,AB1003\n,AB1004\nB1,\nC1,#1')).toEqual([
    'Row 2, position A1: The position was already given in row 1.',
    'Row 2, position A1: Tube AB1001 is already at A1 in row 1.',
    'Row 3, position Z9: Invalid plate location',
    'Row 4, position (blank): The position is missing.',
    'Row 5, position B1: The barcode is missing.',
    'Row 6, position C1: "#1" is not a barcode.',
  ]);
});

test('an empty file names no position', () => {
  expect(errorsOf('')).toEqual(['The file names no position.']);
});

test('the grid of the container decides which positions exist', () => {
  expect(readRackText('J10,AB1001', { rows: 10, columns: 10 }).errors).toEqual([]);
  expect(readRackText('K1,AB1001', { rows: 10, columns: 10 }).errors[0]?.message).toBe(
    'Row 1, position K1: Position K1 is not one of A1 to J10.',
  );
});
