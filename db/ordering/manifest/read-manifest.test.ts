import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildManifestContext, sheetOf } from '#db/factories/build-ordering.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { MANIFEST_COLUMNS } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import { readManifest } from './read-manifest.ts';

const BLOOD = 'Sample ID|Source Species|Specimen Type';
const DNA =
  'Sample ID|Source Species|Specimen Type|DNA Type|Extraction Kit|Elution Medium|Concentration (ng/µL)|Volume (µL)';
const PLATE = `Plate Number|Plate Position|${BLOOD}`;
const read = (lines: string[], context: Partial<ManifestContext> = {}) =>
  readManifest(sheetOf(...lines), buildManifestContext(context));
const messages = (lines: string[], context: Partial<ManifestContext> = {}) =>
  read(lines, context).faults.map(({ message }) => message);

describe('the header', () => {
  test('is found below titles and instructions, its columns in any order, case and spacing', () => {
    const { drafts, ignored, faults } = read([
      'Order form 2026',
      '',
      'Please fill in',
      ' specimen  TYPE *|Freezer box|sample_id|Organism',
      'Whole blood|box 7|S-1|homo sapiens',
    ]);
    expect(faults).toEqual([]);
    expect(drafts).toMatchObject([
      { row: 5, customerSampleId: 'S-1', providedSourceSpecies: 'HOMO_SAPIENS' },
    ]);
    expect(ignored).toEqual(['Freezer box']);
  });

  test('is required, and its error names the required columns', () => {
    expect(messages(['a|b', '1|2'])).toEqual([
      'No header row was found. One row must name the columns Sample ID, Source Species, Specimen Type.',
    ]);
  });

  test('reports a missing column once, not in every row', () => {
    expect(messages(['Sample ID|Specimen Type', 'S-1|Whole blood', 'S-2|Whole blood'])).toEqual([
      'Row 1, Source Species: This column is missing.',
    ]);
  });

  test('with a repeated column is refused, and so is another unit', () => {
    expect(messages([`${BLOOD}|Sample Name|Volume (mL)`, 'S-1|Homo sapiens|Whole blood|S-2|1'])).toEqual([
      'Row 1, Sample ID: This column is there twice.',
      'Row 1, Volume (µL): Give it in µL, not in mL.',
    ]);
  });

  test.each(MANIFEST_COLUMNS.flatMap(({ header, field, alsoCalled }) => [header, field, ...alsoCalled]))(
    'the name %s is known',
    (name) => {
      const first = name === 'Sample ID' || /sample/i.test(name) ? 'Species' : 'Sample ID';
      expect(read([`${first}|${name}|Specimen Type|Source Species`, 'x|y|z|u']).ignored).toEqual([]);
    },
  );
});

describe('rows', () => {
  test('are required, and at most ten plates are allowed', () => {
    expect(messages([])).toEqual(['The file is empty.']);
    expect(messages(['', ' | '])).toEqual(['The file is empty.']);
    expect(messages([BLOOD, '||'])).toEqual(['The file has no rows below its header.']);
    const many = Array.from({ length: 961 }, (_, n) => `S-${n}|Homo sapiens|Whole blood`);
    expect(messages([BLOOD, ...many])).toEqual([
      'No more than 960 rows fit (10 plates of 96); this file has 961.',
    ]);
    expect(read([BLOOD, ...many.slice(1)]).drafts).toHaveLength(960);
  });

  test('skip blank lines, repeated headers and columns after the table, and keep their numbers', () => {
    const { drafts, faults } = read([
      `${BLOOD}||`,
      '',
      'S-1|Homo sapiens|Whole blood||x',
      '\u00A0|\uFEFF|',
      BLOOD,
      'S-2|Homo sapiens|Whole blood|',
    ]);
    expect(faults).toEqual([]);
    expect(drafts.map(({ row, customerSampleId }) => [row, customerSampleId])).toEqual([
      [3, 'S-1'],
      [6, 'S-2'],
    ]);
  });

  test('report every error at once, and one error prevents all output', () => {
    const { faults, drafts } = read([
      BLOOD,
      'S 1|Humon|Blod',
      '|Homo sapiens|Whole blood',
      'S-3|Mus musculus|Stool',
    ]);
    expect(faults.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['Row 2, Sample ID: 1 to 50 letters, digits, - _ and . only.', 'S-1'],
      ['Row 2, Source Species: Unknown species.', 'Homo sapiens'],
      ['Row 2, Specimen Type: Unknown specimen type.', 'Whole blood'],
      ['Row 3, Sample ID: Required.', 'Your own name: 1 to 50 letters, digits, - _ and .'],
      ['Row 4, Source Species: Not accepted for this service.', 'One of: Homo sapiens'],
      ['Row 4, Specimen Type: Not accepted for this service.', 'One of: Whole blood, Nucleic acid'],
    ]);
    expect(drafts).toEqual([]);
  });

  test('reject a name that a spreadsheet has converted to a date', () => {
    const sheet = [
      ...sheetOf(BLOOD),
      { row: 2, cells: ['2026-03-01', 'Homo sapiens', 'Whole blood'], dates: [0] },
    ];
    expect(readManifest(sheet, buildManifestContext()).faults.map(({ message }) => message)).toEqual([
      'Row 2, Sample ID: The spreadsheet has turned this into a date.',
    ]);
  });
});

describe('plates', () => {
  const context = { packageType: 'PLATE' } as const;
  const blood = 'Homo sapiens|Whole blood';

  test('have each well once, and only valid wells', () => {
    expect(
      messages([PLATE, `1|A1|S-1|${blood}`, `1|a01|S-2|${blood}`, `2|A1|S-3|${blood}`], context),
    ).toEqual(['Row 3, Plate Position: Well A1 is used twice on plate 1.']);
    for (const well of ['A13', 'I1', 'A0', '13', 'AA1'])
      expect(messages([PLATE, `1|${well}|S-1|${blood}`], context)).toEqual([
        'Row 2, Plate Position: Invalid plate location',
      ]);
    expect(read([PLATE, `1|12A|S-1|${blood}`], context).faults[0]?.suggestion).toBe('A12');
    for (const plate of ['0', '11', 'x', '1.5'])
      expect(messages([PLATE, `${plate}|A1|S-1|${blood}`], context)).toEqual([
        'Row 2, Plate Number: A whole number from 1 to 10.',
      ]);
  });

  test('do not apply to tubes', () => {
    expect(messages([PLATE, `1|A1|S-1|${blood}`])).toEqual([
      'Row 2, Plate Number: Tubes have no plate position.',
      'Row 2, Plate Position: Tubes have no plate position.',
    ]);
  });

  test('are read up to ten, in any order of their wells', () => {
    const wells = Array.from({ length: 10 }, (_, plate) =>
      WELL_NAMES.map((well) => `${plate + 1}|${well}`),
    ).flat();
    fc.assert(
      fc.property(fc.shuffledSubarray(wells, { minLength: 960, maxLength: 960 }), (mixed) => {
        const { faults, drafts } = read(
          [PLATE, ...mixed.map((each, n) => `${each}|S-${n}|${blood}`)],
          context,
        );
        expect([faults, drafts.length]).toEqual([[], 960]);
      }),
      { numRuns: 3 },
    );
  });
});

describe('existing names', () => {
  const blood = 'Homo sapiens|Whole blood';
  const staying = [
    {
      customerSampleId: 'S-1',
      requisitionNumber: 'W-000001-001',
      shipmentPlateNumber: 1,
      shipmentPlateLocation: 'A1',
    },
  ];

  test('of sample IDs and requisition numbers are unique in the file, the order and the entity', () => {
    const head = `Requisition Number|${BLOOD}`;
    const context = { staying, requisitionsInUse: new Set(['R-777']) };
    const { faults } = read(
      [head, `REQ-1|S-2|${blood}`, `REQ-1|s-2|${blood}`, `W-000001-001|S-1|${blood}`, `R-777|S-4|${blood}`],
      context,
    );
    expect(faults.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['Row 3, Sample ID: Duplicate sample ID.', 'Row 2 has it already'],
      ['Row 3, Requisition Number: Requisition number already in use.', 'Row 2 has it already'],
      ['Row 4, Sample ID: Duplicate sample ID.', 'The order has it already'],
      ['Row 4, Requisition Number: Requisition number already in use.', 'The order has it already'],
      [
        'Row 5, Requisition Number: Requisition number already in use.',
        'Leave it empty and we number the row',
      ],
    ]);
  });

  test('of an earlier order cause a warning that offers the existing specimen', () => {
    const existing = {
      specimenId: 'x',
      customerSampleId: 'S-9',
      requisitionNumber: 'W-000007-003',
      orderNumber: 'W-000007',
    };
    const { warnings, drafts } = read([BLOOD, `S-9|${blood}`], { earlier: new Map([['S-9', existing]]) });
    expect(warnings).toMatchObject([
      { message: 'Row 2, Sample ID: Order W-000007 has a sample of this name.', existing },
    ]);
    expect(drafts).toHaveLength(1);
  });

  test('count towards the limit of ten plates per order', () => {
    const many = Array.from({ length: 960 }, (_, n) => `T-${n}|${blood}`);
    expect(messages([BLOOD, ...many], { staying })).toEqual([
      'No more than 960 rows fit into an order; with the 1 already there it would have 961.',
    ]);
  });
});

test('any sheet is checked without an exception, and every error names its row and column', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('A1', '1', 'Other', 'Nucleic acid', 'Homo sapiens', '12,5', ''),
  );
  const sheet = fc.array(fc.array(cell, { maxLength: 10 }), { maxLength: 12 });
  fc.assert(
    fc.property(sheet, fc.boolean(), (rows, clinical) => {
      const lines = [DNA.split('|'), ...rows].map((cells, index) => ({ row: index + 1, cells }));
      const verdict = readManifest(lines, buildManifestContext({ clinical }));
      for (const { row, column, message, problem } of verdict.faults)
        expect(message).toBe(row === 0 ? problem : `Row ${row}, ${column}: ${problem}`);
      if (verdict.faults.length > 0) expect(verdict.drafts).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
