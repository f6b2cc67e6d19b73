import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BarcodeValue, barcodeOf, labelMatches, sameBarcode } from './barcode-value.ts';
import { boxPlace, boxPosition, positionsByColumn, positionsByRow, spellPosition } from './box-position.ts';
import { extensionOf, FileName } from './file-name.ts';
import {
  accessionGroupNumber,
  BATCH_JULIAN_ID,
  batchJulianId,
  dayOfYear,
  julianDay,
  OFFLINE_LETTERS,
  offlineSampleBarcode,
  offlineSpecimenJulianId,
  SAMPLE_BARCODE,
  SPECIMEN_JULIAN_ID,
  sampleBarcode,
  specimenJulianId,
} from './julian-date.ts';
import { formatPhone, Phone } from './phone.ts';
import { compareWells, WELL_NAMES, WellName, wellAt, wellPosition } from './plate-well.ts';

describe('wells', () => {
  test('are numbered column by column: A1 is 1, H1 is 8, A2 is 9, H12 is 96', () => {
    expect(['A1', 'B1', 'H1', 'A2', 'H12'].map(wellPosition)).toEqual([1, 2, 8, 9, 96]);
    expect(WELL_NAMES).toHaveLength(96);
    expect(WELL_NAMES.every((name, index) => wellAt(index + 1) === name)).toBe(true);
  });

  test.each(['', 'A0', 'A13', 'I1', 'a1', 'A01', 'A1 ', 'AA1', '1A'])(
    '"%s" is an invalid plate location',
    (name) => {
      expect(WellName.safeParse(name).error?.issues[0]?.message).toBe('Invalid plate location');
      expect(wellPosition(name)).toBeUndefined();
    },
  );

  test('sort in plate order, not alphabetically', () => {
    expect(['A10', 'A2', 'B1', 'A1'].sort(compareWells)).toEqual(['A1', 'B1', 'A2', 'A10']);
  });
});

describe('positions of a box', () => {
  test('name every place of a grid exactly once and lead back to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 26 }), fc.integer({ min: 1, max: 99 }), (rows, columns) => {
        const names = positionsByColumn({ rows, columns });
        expect(new Set(names).size).toBe(rows * columns);
        expect([...names].sort()).toEqual([...positionsByRow({ rows, columns })].sort());
        for (const name of names) {
          const place = boxPlace(name, { rows, columns });
          expect(place && boxPosition(place)).toBe(name);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('outside the grid do not exist', () => {
    expect(boxPlace('J9', { rows: 9, columns: 9 })).toBeUndefined();
    expect(boxPlace('A10', { rows: 9, columns: 9 })).toBeUndefined();
  });

  test('are read in the spellings of readers', () => {
    expect(['a01', ' B 2', 'H12', 'H012'].map(spellPosition)).toEqual(['A1', 'B2', 'H12', 'H12']);
  });
});

describe('barcodes', () => {
  test('"A" and "A " are the same, whatever a scanner adds', () => {
    expect(sameBarcode('tube-1', ' TUBE-1\r\n\t')).toBe(true);
    expect(barcodeOf('01\x1d10ab\x1d')).toBe('0110AB');
  });

  test.each([
    [']d1W26325-0001-01', 'W26325-0001-01'],
    [']C0 box-1', 'BOX-1'],
    ['*W26325-0001-01*', 'W26325-0001-01'],
    [']A0*box-1*\r', 'BOX-1'],
    ['*', '*'],
  ])('lose the AIM identifier and the stars that a scanner adds: %s', (raw, code) => {
    expect(barcodeOf(raw)).toBe(code);
  });

  test('have 3 to 64 of A-Z, 0-9, dot, underscore and hyphen', () => {
    expect(BarcodeValue.parse(' w26325-0007-01\r')).toBe('W26325-0007-01');
    for (const wrong of ['', 'AB', 'A B C', 'A'.repeat(65), 'A/BC', 'ÄBC'])
      expect(BarcodeValue.safeParse(wrong).success).toBe(false);
  });

  test('of another tube do not match a scanned label', () => {
    expect(labelMatches('w26325-0007\r', 'W26325-0007')).toBeNull();
    expect(labelMatches('W26325-0008', 'W26325-0007')).toBe('Label does not match W26325-0007.');
  });
});

describe('julian ids', () => {
  test('count the days of the year, leap years included', () => {
    expect(dayOfYear('2026-01-01')).toBe(1);
    expect(dayOfYear('2026-12-31')).toBe(365);
    expect(dayOfYear('2028-02-29')).toBe(60);
    expect(dayOfYear('2028-12-31')).toBe(366);
    expect(julianDay('2026-11-21')).toBe('26325');
    expect(() => dayOfYear('2026-02-30')).toThrow();
  });

  test('have the formats of the lab', () => {
    expect(specimenJulianId('WBL', '2026-11-21', 7)).toBe('W26325-0007');
    expect(offlineSpecimenJulianId('WBL', '2026-11-21', 'K', 3)).toBe('W26325-K003');
    expect(sampleBarcode('W26325-0007', 1)).toBe('W26325-0007-01');
    expect(offlineSampleBarcode('W26325-0007', 'K', 1)).toBe('W26325-0007-K1');
    expect(batchJulianId('WBL', '2026-11-21', 'SEQUENCING', 1)).toBe('W26325-S01');
    expect(accessionGroupNumber('WBL', '2026-11-21', 3)).toBe('AG-W26325-03');
    expect(batchJulianId('RESONANT', '2026-01-05', 'PREPARATION', 12)).toMatch(BATCH_JULIAN_ID);
  });

  test('of every number and device letter match their pattern', () => {
    const deviceLetter = fc.constantFrom(...OFFLINE_LETTERS);
    fc.assert(
      fc.property(
        deviceLetter,
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 9999 }),
        (device, smallNumber, many) => {
          const offline = offlineSpecimenJulianId('RESONANT', '2028-12-31', device, smallNumber);
          expect(offline).toMatch(SPECIMEN_JULIAN_ID);
          expect(offlineSampleBarcode(offline, device, smallNumber % 10)).toMatch(SAMPLE_BARCODE);
          expect(specimenJulianId('WBL', '2026-01-01', many)).toMatch(SPECIMEN_JULIAN_ID);
        },
      ),
    );
  });

  test('out of range are refused and not cut', () => {
    expect(() => specimenJulianId('WBL', '2026-11-21', 10_000)).toThrow(RangeError);
    expect(() => offlineSpecimenJulianId('WBL', '2026-11-21', 'I', 1)).toThrow(RangeError);
  });
});

describe('phones and file names', () => {
  test.each([
    '+49 (0)89 1234-567',
    '+44 20 7946 0958',
    '03-1234-5678',
    '+1 207 555 0101 ext. 12',
    '5551234567',
  ])('the phone %s is stored as given', (phone) => expect(Phone.parse(`  ${phone} `)).toBe(phone));

  test.each(['', '12345', 'call me', '+49 89', '1234567890123456', '+4989<script>'])(
    'the text %s is no phone',
    (wrong) => expect(Phone.safeParse(wrong).success).toBe(false),
  );

  test('ten digits alone are shown in groups', () => {
    expect(formatPhone('5551234567')).toBe('555-123-4567');
    expect(formatPhone('+49 89 1234567')).toBe('+49 89 1234567');
  });

  test('a file name must end with an allowed extension', () => {
    expect(FileName.parse('Report.PDF')).toBe('Report.PDF');
    expect(extensionOf('reads.fastq.gz')).toBe('gz');
    expect(FileName.safeParse('run.exe').error?.issues[0]?.message).toMatch(
      /^File name must end with one of: pdf, png/,
    );
    for (const wrong of ['pdf', '.pdf', 'report', 'report.pdf.exe'])
      expect(FileName.safeParse(wrong).success).toBe(false);
  });
});
