import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { buildManifestContext } from '#db/factories/build-ordering.ts';
import { readManifest } from '#db/ordering/manifest/read-manifest.ts';
import { readFile } from './read-file.ts';
import { ZIP_LIMITS, zipOf, zipParts } from './zip-parts.ts';

const TEXT =
  'Sample ID,Source Species,Specimen Type,Notes\r\n\r\n007,Homo sapiens,Whole blood,"Müller; 5 µL\r\nleft"\r\n';
const EXPECTED_ROWS = [
  { row: 1, cells: ['Sample ID', 'Source Species', 'Specimen Type', 'Notes'] },
  { row: 3, cells: ['007', 'Homo sapiens', 'Whole blood', 'Müller; 5 µL\r\nleft'] },
];
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const workbook = () =>
  writeXlsxFile([
    ['Sample ID', 'Source Species', 'Specimen Type', 'Tube', 'When'],
    [],
    [
      'S-1',
      'Homo sapiens',
      'Whole blood',
      { value: 7, type: Number, format: '0000' },
      { value: new Date('2026-11-20T14:30:00Z'), type: Date, format: 'mm/dd/yyyy hh:mm' },
    ],
  ]).toBuffer();
const expectRefusal = (bytes: Buffer) => expect(readFile(bytes)).rejects;

describe('text', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 the other way round', swapped(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'))],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ])('%s is read with its row numbers and leading zeros', async (_name, bytes) => {
    expect((await readFile(bytes)).rows).toEqual(EXPECTED_ROWS);
  });

  test.each([';', '\t', '|'])('cells may be separated by %j, with commas in numbers', async (sign) => {
    const lines = [
      ['Sample ID', 'Specimen Type', 'Volume (µL)'],
      ['S-1', 'Saliva', '12,5'],
    ];
    const { rows } = await readFile(Buffer.from(lines.map((line) => line.join(sign)).join('\n')));
    expect(rows.map(({ cells }) => cells)).toEqual(lines);
  });
});

describe('workbooks', () => {
  test('keep row numbers, shown zeros and dates as dates', async () => {
    expect((await readFile(await workbook())).rows.at(-1)).toEqual({
      row: 3,
      cells: ['S-1', 'Homo sapiens', 'Whole blood', '0007', '2026-11-20 14:30'],
      dates: [4],
    });
  });

  test('a zip bomb is refused before it is read, whatever size it declares', async () => {
    const parts = zipParts(await workbook());
    const sheet = 'xl/worksheets/sheet1.xml';
    const small = zipOf(parts);
    const bomb = deflateRawSync(Buffer.alloc(ZIP_LIMITS.bytes + 1, 32));
    const lying = zipOf(new Map([...parts, [sheet, bomb]]));
    // The archive declares the part as packed and no larger than its packed bytes.
    for (let at = lying.indexOf(sheet); at > 0; at = lying.indexOf(sheet, at + 1)) {
      const isCentral = lying.readUInt32LE(at - 46) === 0x02014b50;
      lying.writeUInt16LE(8, isCentral ? at - 46 + 10 : at - 30 + 8);
    }
    expect(small.length).toBeLessThan(100_000);
    await expectRefusal(lying).toThrow('far larger unpacked');
  });

  test.each([
    ['a cell at the end of every row', '<row r="N"><c r="XFDN" t="n"><v>1</v></c></row>', 200],
    ['a row number beyond all rows', '<row r="99999999"><c r="A1"><v>1</v></c></row>', 1],
    ['a cell that hides its place', '<row r="1"><c r="&#65;1"><v>1</v></c></row>', 1],
  ])('a sheet with %s is refused', async (_label, row, times) => {
    const rows = Array.from({ length: times }, (_, n) => row.replaceAll('N', String(n + 1))).join('');
    const parts = new Map(zipParts(await workbook()));
    const xml = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
    parts.set('xl/worksheets/sheet1.xml', Buffer.from(xml));
    await expectRefusal(zipOf(parts)).toThrow(/unusual way|far more cells/);
  });

  test('a document type is refused, so that no entity is expanded', async () => {
    const parts = new Map(zipParts(await workbook()));
    parts.set('xl/workbook.xml', Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook/>'));
    await expectRefusal(zipOf(parts)).toThrow('unusual way');
  });

  test('every file that is no list gets advice', async () => {
    const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('Workbook', 'utf16le')]);
    await expectRefusal(old).toThrow('old kind (.xls)');
    const locked = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    await expectRefusal(locked).toThrow('Remove the password');
    await expectRefusal(zipOf(new Map([['a.txt', Buffer.from('x')]]))).toThrow('Unpack it');
    await expectRefusal(zipOf(new Map([['content.xml', Buffer.from('x')]]))).toThrow('OpenDocument');
    await expectRefusal(Buffer.alloc(0)).toThrow('empty');
  });

  test('a workbook with damaged bytes is read or refused with a text, nothing else', async () => {
    const workbookBytes = await workbook();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(workbookBytes.length - 1),
        fc.nat(255),
        fc.nat(workbookBytes.length),
        async (at, byte, length) => {
          const bytes = Buffer.from(workbookBytes.subarray(0, Math.max(length, at + 1)));
          bytes[at] = byte;
          await readFile(bytes).catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'VALIDATION' });
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('any bytes are read or refused with a text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      await readFile(Buffer.from(bytes)).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'VALIDATION' });
      });
    }),
  );
});

const DATA = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const FOREIGN = ['rack-scans', 'ont-sample-sheets'].flatMap((folder) =>
  existsSync(`${DATA}${folder}`)
    ? readdirSync(`${DATA}${folder}`)
        .filter((name) => name.endsWith('.csv'))
        .map((name) => `${folder}/${name}`)
    : [],
);

test(`lists of other machines (${FOREIGN.length} here) are no manifests: one fault says which columns are wanted`, async () => {
  for (const name of FOREIGN) {
    const { rows } = await readFile(readFileSync(`${DATA}${name}`));
    const { faults, drafts } = readManifest(rows, buildManifestContext());
    expect([name, drafts.length]).toEqual([name, 0]);
    expect(faults.some(({ problem }) => /No header row|column is missing/.test(problem))).toBe(true);
  }
});
