import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildManifestContext, sheetOf } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { type Mapping, mergeMappings, NO_MAPPING } from '#db/records/imports/import-mapping.ts';
import type { ManifestContext } from './manifest-context.ts';
import { decisionsOf, isMappingOpen, mappingQuestion, sameForAll, wordsOf } from './mapping-question.ts';
import { openManifest } from './open-manifest.ts';
import { judgeManifest } from './read-manifest.ts';

const context = buildManifestContext({
  packageType: 'PLATE',
  protocol: buildProtocol({
    acceptedSpecies: [],
    acceptedSpecimenTypes: ['WHOLE_BLOOD', 'NUCLEIC_ACID'],
    acceptedDnaTypes: [],
  }),
});

/** Confirm every proposal of a file, with texts for what has no proposal. */
function confirm(lines: string[], texts: Record<string, string> = {}, before: Mapping = NO_MAPPING) {
  const question = mappingQuestion(sheetOf(...lines), before);
  if (!question) throw new Error('The file has no header.');
  const fields = ['providedSourceSpecies', 'providedSpecimenType', 'providedDnaType'] as const;
  const terms = Object.fromEntries(fields.map((field) => [field, wordsOf(question, field)]));
  const same = sameForAll(question, context).map(({ field, value }) => [field, texts[field] ?? value]);
  return { question, decided: decisionsOf(question, terms, Object.fromEntries(same)) };
}

const read = (lines: string[], mapping: Mapping, of: ManifestContext = context) =>
  judgeManifest(openManifest(sheetOf(...lines), { mapping, packageType: of.packageType }), of);

const LAB = [
  'Core facility order 2026',
  'Probenname|Pos.|Konz. [ng/ul] Qubit|Vol. (ul)|Spezies|Probenart',
  'Müller-3|A1|52,5|60|human|gDNA',
  'Müller-4|B1|48|60|human|gDNA',
  'Müller-5|C1|50 ng/ul|60|mouse|amplicon',
];

describe('the columns and words of a lab', () => {
  test('are proposed, confirmed once, and not asked again', () => {
    const { question, decided } = confirm(LAB, {
      providedExtractionKit: 'MagMAX',
      providedElutionMedium: 'EB',
    });
    expect(isMappingOpen(question, context)).toBe(true);
    expect(question.columns.map(({ field }) => field)).toEqual([
      'customerSampleId',
      'shipmentPlateLocation',
      'providedConcentration',
      'providedVolume',
      'providedSourceSpecies',
      'providedSpecimenType',
    ]);
    const { faults, drafts } = read(LAB, decided);
    expect(faults).toEqual([]);
    expect(drafts).toMatchObject([
      {
        customerSampleId: 'Muller-3',
        shipmentPlateNumber: 1,
        providedConcentration: '52.5',
        providedSourceSpecies: 'HOMO_SAPIENS',
        providedSpecimenType: 'NUCLEIC_ACID',
        providedDnaType: 'GDNA',
        providedExtractionKit: 'MagMAX',
      },
      { providedDnaType: 'GDNA' },
      { providedSourceSpecies: 'MUS_MUSCULUS', providedDnaType: 'SHORT_AMPLICON' },
    ]);
    const laterQuestion = mappingQuestion(sheetOf(...LAB), decided);
    expect(laterQuestion && isMappingOpen(laterQuestion, context)).toBe(false);
    const other = buildManifestContext({ packageType: 'PLATE' });
    expect(
      laterQuestion &&
        isMappingOpen(laterQuestion, { ...other, protocol: buildProtocol({ acceptedSpecies: [] }) }),
    ).toBe(false);
  });

  test('need only name, well, concentration and volume for a plate', () => {
    const lines = ['Name|Well|ng/ul|Volume', 'S-1|A1|50|60', 'S-2|B1|50|60'];
    const texts = {
      providedSourceSpecies: 'Homo sapiens',
      providedExtractionKit: 'MagMAX',
      providedElutionMedium: 'EB',
    };
    const { question, decided } = confirm(lines, texts);
    expect(sameForAll(question, context).map(({ field, value }) => [field, value])).toEqual([
      ['providedSourceSpecies', ''],
      ['providedSpecimenType', 'Nucleic acid'],
      ['providedDnaType', 'gDNA'],
      ['providedExtractionKit', ''],
      ['providedElutionMedium', ''],
    ]);
    expect(read(lines, decided)).toMatchObject({ faults: [], warnings: [], rowCount: 2 });
  });

  test('are not asked about where the manifest has their names', () => {
    const lines = [
      'Sample ID|Plate|Well|Species|Specimen Type|Freezer box',
      'S-1|1|A1|Homo sapiens|Whole blood|7',
    ];
    const question = mappingQuestion(sheetOf(...lines), NO_MAPPING);
    expect(question && isMappingOpen(question, context)).toBe(false);
  });

  test('are asked about when a word is unknown in several rows, and once only when it stays unknown', () => {
    const rows = ['Sample ID|Plate|Well|Species|Specimen Type', 'S-1|1|A1|tardigrade|Whole blood'];
    const singleUse = mappingQuestion(sheetOf(...rows), NO_MAPPING);
    expect(singleUse && isMappingOpen(singleUse, context)).toBe(false);
    const twice = [...rows, 'S-2|1|B1|tardigrade|Whole blood'];
    const { question, decided } = confirm(twice);
    expect(isMappingOpen(question, context)).toBe(true);
    const mapping = mergeMappings(decided, {
      ...NO_MAPPING,
      words: { providedSourceSpecies: { tardigrade: null } },
    });
    const after = mappingQuestion(sheetOf(...twice), mapping);
    expect(after && isMappingOpen(after, context)).toBe(false);
    expect(read(twice, mapping).faults.map(({ message }) => message)).toEqual([
      'Row 2, Source Species: Unknown species.',
      'Row 3, Source Species: Unknown species.',
    ]);
  });

  test('never turn a header in another unit into a value', () => {
    const lines = ['Name|Well|DNA conc. pg/ul|Vol (mL)', 'S-1|A1|50|60'];
    const { decided } = confirm(lines, { providedSourceSpecies: 'Homo sapiens' });
    expect(read(lines, decided).faults.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining(['Give it in ng/µL, not in pg/ul.', 'Give it in µL, not in mL.']),
    );
  });
});

const REAL = new URL('../../../../shared/data/nanopore/sample-sheets/minknow/', import.meta.url);
// One of the files is a header alone, and some name a sample in several rows.
const TRUE_FAULTS = new Set(['Duplicate sample ID.', 'Required.', 'The file has no rows below its header.']);
const files = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.startsWith('good-')) : [];

test.skipIf(files.length === 0)(
  'real sample sheets are mapped with one confirmation, and have true faults only',
  () => {
    for (const name of files) {
      const lines = readFileSync(new URL(name, REAL), 'utf8')
        .trim()
        .split(/\r?\n/)
        .map((line) => line.replaceAll(',', '|'));
      const tubes: ManifestContext = { ...context, packageType: 'TUBE' };
      const texts = { providedSourceSpecies: 'Homo sapiens', providedSpecimenType: 'Whole blood' };
      const { question, decided } = confirm(lines, texts);
      expect(
        question.columns.some(({ field }) => field === 'customerSampleId'),
        name,
      ).toBe(true);
      const laterQuestion = mappingQuestion(sheetOf(...lines), decided);
      expect(laterQuestion && isMappingOpen(laterQuestion, tubes), name).toBe(false);
      const problems = new Set(read(lines, decided, tubes).faults.map(({ problem }) => problem));
      expect(
        [...problems].filter((each) => !TRUE_FAULTS.has(each)),
        name,
      ).toEqual([]);
    }
  },
);
