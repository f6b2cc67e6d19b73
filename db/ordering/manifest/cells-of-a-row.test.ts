import { describe, expect, test } from 'vitest';
import { buildManifestContext, sheetOf } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { SOURCE_SPECIES, SOURCE_SPECIES_LIST } from '#db/specimens/specimen-material.ts';
import type { ManifestContext } from './manifest-context.ts';
import { readManifest } from './read-manifest.ts';

const BLOOD = 'Sample ID|Source Species|Specimen Type';
const DNA =
  'Sample ID|Source Species|Specimen Type|DNA Type|Extraction Kit|Elution Medium|Concentration (ng/µL)|Volume (µL)';
const read = (lines: string[], context: Partial<ManifestContext> = {}) =>
  readManifest(sheetOf(...lines), buildManifestContext(context));
const messages = (lines: string[], context: Partial<ManifestContext> = {}) =>
  read(lines, context).faults.map(({ message }) => message);
const draft = (lines: string[], context: Partial<ManifestContext> = {}) => {
  const { faults, drafts } = read(lines, context);
  expect(faults).toEqual([]);
  return drafts[0];
};

describe('choice cells', () => {
  test('accept labels and values in any case, and suggest a value for everyday words', () => {
    expect(draft([BLOOD, 'S-1|HOMO_SAPIENS|whole  BLOOD'])?.providedSpecimenType).toBe('WHOLE_BLOOD');
    expect(read([BLOOD, 'S-1|Human|Blood']).faults.map(({ suggestion }) => suggestion)).toEqual([
      'Homo sapiens',
      'Whole blood',
    ]);
    expect(messages([BLOOD, 'S-1|constructor|__proto__'])).toEqual([
      'Row 2, Source Species: Unknown species.',
      'Row 2, Specimen Type: Unknown specimen type.',
    ]);
  });

  test('require a text for Other, in its own column or after the word', () => {
    const any = {
      protocol: buildProtocol({ acceptedSpecies: [], acceptedSpecimenTypes: ['WHOLE_BLOOD', 'OTHER'] }),
    };
    expect(messages([BLOOD, 'S-1|Other|Other'], any)).toEqual([
      'Row 2, Other Species: Say which.',
      'Row 2, Other Specimen Type: Say which.',
    ]);
    expect(draft([`${BLOOD}|Other Specimen Type`, 'S-1|Other: Quercus robur|OTHER|Bark'], any)).toMatchObject(
      {
        providedSourceSpecies: 'OTHER',
        otherSpeciesText: 'Quercus robur',
        otherSpecimenTypeText: 'Bark',
      },
    );
  });

  test('read every species of the list back from its label', () => {
    const protocol = buildProtocol({ acceptedSpecies: [] });
    for (const value of SOURCE_SPECIES_LIST.filter((each) => each !== 'OTHER'))
      expect(
        draft([BLOOD, `S|${SOURCE_SPECIES[value].toUpperCase()}|Whole blood`], { protocol }),
      ).toMatchObject({
        providedSourceSpecies: value,
      });
  });
});

describe('nucleic acids', () => {
  test('require type, kit, medium, concentration and volume', () => {
    expect(messages([DNA, 'S-1|Homo sapiens|Nucleic acid'])).toEqual([
      'Row 2, DNA Type: Required.',
      'Row 2, Extraction Kit: Required.',
      'Row 2, Elution Medium: Required.',
      'Row 2, Concentration (ng/µL): Required.',
      'Row 2, Volume (µL): Required.',
    ]);
  });

  test('accept decimal commas, units and binary noise of spreadsheets', () => {
    const row = 'S-1|Homo sapiens|Nucleic acid|gDNA|MagMAX|EB';
    expect(draft([DNA, `${row}|52,5 ng/µl|60.300000000000004`])).toMatchObject({
      providedConcentration: '52.5',
      providedVolume: '60.3',
      providedDnaType: 'GDNA',
    });
    expect(draft([DNA, `${row}|1,234.5|6E1`])).toMatchObject({
      providedConcentration: '1234.5',
      providedVolume: '60',
    });
    expect(draft([DNA, `${row}|1.234,5|60`])).toMatchObject({ providedConcentration: '1234.5' });
    expect(
      read([DNA, `${row}|1,250|60 mL`]).faults.map(({ problem, suggestion }) => [problem, suggestion]),
    ).toEqual([
      ['The comma can be read in two ways.', '1250 or 1.250'],
      ['Give it in µL.', 'A number in µL'],
    ]);
    for (const wrong of ['0', '-5', 'plenty', '<20', '1/2', '0x10', '1e99', 'NaN', '0.00001', '5.5.5'])
      expect(messages([DNA, `${row}|${wrong}|60`])).toEqual([
        'Row 2, Concentration (ng/µL): Enter a number above 0.',
      ]);
    expect(read([DNA, `${row}|plenty|60`]).faults.map(({ suggestion }) => suggestion)).toEqual([
      'A number such as 12.5',
    ]);
  });

  test('below the recommended amount cause a warning, not an error', () => {
    const protocol = buildProtocol();
    const row = 'Homo sapiens|Nucleic acid|gDNA|MagMAX|EB';
    const { warnings, drafts } = read([DNA, `S-1|${row}|10|40`, `S-2|${row}|20|50`], {
      protocol: { ...protocol, minMass: '2000' },
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      'Row 2, Concentration (ng/µL): Below the recommended 20 ng/µL.',
      'Row 2, Volume (µL): Below the recommended 50 µL.',
      'Row 3, Volume (µL): Below the recommended 2000 ng.',
    ]);
    expect(drafts).toHaveLength(2);
  });

  test('have fields that are not stored for blood, with a warning', () => {
    const { warnings, drafts } = read([DNA, 'S-1|Homo sapiens|Whole blood|gDNA|||50|300']);
    expect(warnings.map(({ column }) => column)).toEqual(['DNA Type', 'Concentration (ng/µL)']);
    expect(drafts[0]).toMatchObject({
      providedDnaType: null,
      providedConcentration: null,
      providedVolume: '300',
    });
  });
});

describe('clinical orders', () => {
  const head = `${BLOOD}|Patient MRN|Physician|Collected At`;
  const row = 'S-1|Homo sapiens|Whole blood';
  const context = {
    clinical: true,
    patients: new Map([['MRN-1', 'patient-1']]),
    clinicians: new Map([
      ['MARIA COSTA', 'Maria Costa'],
      ['1234567893', 'Maria Costa'],
    ]),
  };

  test('require a patient of the group, a verified clinician and a past time', () => {
    expect(messages([head, row], context)).toEqual([
      'Row 2, Patient MRN: Required.',
      'Row 2, Physician: Required.',
      'Row 2, Collected At: Required.',
    ]);
    expect(read([head, `${row}|MRN-2|Maria Cost|2026-11-22`], context).faults).toMatchObject([
      { message: 'Row 2, Patient MRN: No patient with this MRN.' },
      { message: 'Row 2, Physician: No verified clinician with this name.', suggestion: 'Maria Costa' },
      { message: 'Row 2, Collected At: In the future.' },
    ]);
  });

  test.each([
    ['2026-11-20', '2026-11-20T05:00:00.000Z'],
    ['2026-07-01 08:30', '2026-07-01T12:30:00.000Z'],
    ['11/20/2026 2:30 PM', '2026-11-20T19:30:00.000Z'],
    ['20-Nov-2026', '2026-11-20T05:00:00.000Z'],
    ['Nov 20, 2026 14:30', '2026-11-20T19:30:00.000Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ])('read %s in the lab’s time zone', (text, collectedAt) => {
    expect(draft([head, `${row}|mrn-1|Dr. Maria Costa, MD|${text}`], context)).toMatchObject({
      collectedAt,
      patientId: 'patient-1',
      physician: 'Maria Costa',
    });
  });

  test.each(['2026-02-30', '13/13/2026', '20/11/2026', 'yesterday', '2026-11-20 25:00', '46000', '11/20/26'])(
    'reject %s as a date',
    (text) => {
      expect(messages([head, `${row}|MRN-1|1234567893|${text}`], context)).toEqual([
        'Row 2, Collected At: Not a date.',
      ]);
    },
  );

  test('store no patient data for research', () => {
    const { warnings, drafts } = read([head, `${row}|MRN-1|Maria Costa|2026-11-20`]);
    expect(warnings).toHaveLength(3);
    expect(drafts[0]).toMatchObject({
      patientMrn: null,
      patientId: null,
      physician: null,
      collectedAt: null,
    });
  });
});
