import {
  concentration,
  type FieldRecipe,
  fragmentLength,
  type SectionRecipe,
  totalYield,
  volume,
} from './recipe.ts';

const incubation: FieldRecipe = {
  name: 'incubation',
  label: 'Incubation at 37 °C',
  type: 'NUMBER',
  unit: 'min',
  with: { min: '10', max: '120', decimals: 0 },
};

const lysisLot: FieldRecipe = {
  name: 'lysis_lot',
  label: 'Lysis buffer lot',
  type: 'LOT_NUMBER',
  lotOf: 'lysis',
  quantityPerSample: '200',
};

/** The fluorometer reading that the lab's methods share as a section of the library. */
export const QUANTIFICATION: SectionRecipe = {
  name: 'Fluorometric quantification',
  instructions: 'Measure each eluate once with the broad range assay.',
  equipment: ['Fluorometer'],
  steps: [
    {
      title: 'Read the fluorometer',
      fields: [
        {
          name: 'assay_lot',
          label: 'Assay lot',
          type: 'LOT_NUMBER',
          lotOf: 'qubit',
          quantityPerSample: '1',
        },
        concentration('Qubit concentration'),
      ],
    },
  ],
};

/** The next version of the reading: viscous DNA is measured three times. */
export const QUANTIFICATION_IN_TRIPLICATE: SectionRecipe = {
  ...QUANTIFICATION,
  instructions: 'Measure the top, the middle and the bottom of each eluate; enter the mean.',
  steps: QUANTIFICATION.steps.map((step) => ({
    ...step,
    caution: 'Readings that differ by more than 20 % are repeated the next day.',
  })),
};

/** The bead cleanup of the library, as procedures copy it. */
export const BEAD_CLEANUP: SectionRecipe = {
  name: 'Magnetic bead cleanup',
  instructions: 'Bind, wash twice with 80 % ethanol, elute in 25 µL.',
  equipment: ['Magnetic stand'],
  steps: [
    {
      title: 'Bind to beads',
      timerSeconds: 300,
      fields: [
        { name: 'bead_lot', label: 'Bead lot', type: 'LOT_NUMBER', lotOf: 'beads', quantityPerSample: '40' },
      ],
    },
    { title: 'Wash twice', caution: 'Do not let the beads dry out.', timerSeconds: 60 },
  ],
};

const LYSIS: SectionRecipe = {
  name: 'Lyse gently',
  instructions: 'Pipette slowly. Shearing here shortens every read.',
  steps: [
    { title: 'Add lysis buffer', fields: [lysisLot] },
    { title: 'Incubate', timerSeconds: 1800, fields: [incubation] },
  ],
};

const ELUTION: SectionRecipe = {
  name: 'Precipitate and elute',
  instructions: 'Spool the DNA on the disk and elute at room temperature overnight.',
  steps: [{ title: 'Elute', fields: [volume] }],
};

/** The first version: one incubation, and the concentration only. */
const FIRST: readonly SectionRecipe[] = [
  LYSIS,
  ELUTION,
  { ...QUANTIFICATION, steps: [{ title: 'Read the fluorometer', fields: [concentration('Concentration')] }] },
];

const GENTLE_LYSIS: SectionRecipe = {
  ...LYSIS,
  steps: [
    {
      title: 'Add lysis buffer',
      caution: 'Use wide-bore tips from here on.',
      fields: [lysisLot],
    },
    {
      title: 'Incubate',
      timerSeconds: 3600,
      fields: [{ ...incubation, with: { min: '30', max: '120', decimals: 0, qcMin: '50', qcMax: '70' } }],
    },
  ],
};

const MEASURED: SectionRecipe = {
  ...QUANTIFICATION,
  review: true,
  steps: QUANTIFICATION.steps.map(({ fields = [], ...step }) => ({
    ...step,
    fields: [...fields, totalYield],
  })),
};

/** The second version: longer incubation with limits, wide-bore tips, the yield, a review. */
const SECOND: readonly SectionRecipe[] = [GENTLE_LYSIS, ELUTION, MEASURED];

/** The third version adds the check of the fragment length before the quantification. */
const THIRD: readonly SectionRecipe[] = [
  GENTLE_LYSIS,
  ELUTION,
  {
    name: 'Fragment length',
    instructions: 'Run the Femto Pulse before any further pipetting.',
    review: true,
    steps: [
      {
        title: 'Measure the fragment length',
        fields: [
          { ...fragmentLength, with: { ...fragmentLength.with, qcMin: '50000' } },
          {
            name: 'viscous',
            label: 'Eluate is viscous',
            type: 'BOOLEAN',
            perSample: true,
          },
        ],
      },
    ],
  },
  MEASURED,
];

/** The three versions of the ultra-long extraction, with what changed in each. */
export const ULTRA_LONG_VERSIONS = [
  { sections: FIRST, summary: 'The first version, after twelve extractions of cultured cells.' },
  {
    sections: SECOND,
    summary: 'Incubation of one hour with limits, wide-bore tips, and the yield under review.',
  },
  { sections: THIRD, summary: 'The fragment length is measured before the concentration; limit 50 kb.' },
] as const;

/** A draft that is not finished: each of its last fields has a problem that the check names. */
export const SHORT_FRAGMENTS: readonly SectionRecipe[] = [
  {
    name: 'Eliminate short fragments',
    instructions: 'Add one volume of elimination buffer and spin for 30 minutes.',
    steps: [
      {
        title: 'Add elimination buffer',
        fields: [
          {
            name: 'buffer_lot',
            label: 'Elimination buffer lot',
            type: 'LOT_NUMBER',
            quantityPerSample: '50',
          },
        ],
      },
      {
        title: 'Resuspend',
        fields: [
          {
            name: 'volume',
            label: 'Resuspended volume',
            type: 'NUMBER',
            perSample: true,
            unit: 'µL',
            with: { min: '60', qcMin: '45', max: '200', decimals: 1 },
          },
        ],
      },
    ],
  },
  {
    name: 'Calculate the recovery',
    instructions: 'Below 40 % the elimination is repeated.',
    steps: [
      {
        title: 'Recovery',
        fields: [
          {
            name: 'recovery',
            label: 'Recovery',
            type: 'CALCULATION',
            perSample: true,
            with: {
              decimals: 2,
              calculationType: 'DIVISION',
              operands: { terms: [{ field: 'mass_after' }, { field: 'mass_before' }] },
            },
          },
        ],
      },
    ],
  },
  { name: 'Store', instructions: 'Keep at 4 °C for at most a week.', steps: [] },
];
