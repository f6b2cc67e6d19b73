import { concentration, type SectionRecipe, totalYield, volume } from './recipe.ts';

/** Tissue is disrupted with beads before it is lysed; waits for approval. */
export const TISSUE_DISRUPTION: readonly SectionRecipe[] = [
  {
    name: 'Weigh and cut',
    instructions: 'Work on dry ice. Cut 10 to 25 mg of each tissue.',
    steps: [
      {
        title: 'Weigh the tissue',
        caution: 'Above 25 mg the column clogs.',
        fields: [
          {
            name: 'tissue_mass',
            label: 'Tissue mass',
            type: 'NUMBER',
            perSample: true,
            unit: 'ng',
            with: { min: '1000000', max: '50000000', decimals: 0, qcMin: '10000000', qcMax: '25000000' },
          },
        ],
      },
    ],
  },
  {
    name: 'Disrupt',
    instructions: 'Two cycles of 30 seconds with a pause on ice.',
    equipment: ['Thermal cycler'],
    steps: [
      {
        title: 'Add lysis buffer',
        fields: [
          {
            name: 'lysis_lot',
            label: 'Lysis buffer lot',
            type: 'LOT_NUMBER',
            lotOf: 'lysis',
            quantityPerSample: '400',
          },
        ],
      },
      {
        title: 'Run the bead mill',
        timerSeconds: 90,
        fields: [{ name: 'cleared', label: 'Lysate is clear', type: 'BOOLEAN', perSample: true }],
      },
    ],
  },
];

/** Swabs are lysed in their tube; rejected, because the time of the lysis is missing. */
export const SWAB_LYSIS: readonly SectionRecipe[] = [
  {
    name: 'Lyse swabs',
    instructions: 'Break the swab into the tube, add buffer and incubate.',
    steps: [
      {
        title: 'Add buffer',
        fields: [
          {
            name: 'lysis_lot',
            label: 'Lysis buffer lot',
            type: 'LOT_NUMBER',
            lotOf: 'lysis',
            quantityPerSample: '500',
          },
          { name: 'intact', label: 'Swab intact', type: 'BOOLEAN', perSample: true },
        ],
      },
    ],
  },
];

/** Silica columns, which the lab used before magnetic beads. */
export const COLUMN_EXTRACTION: readonly SectionRecipe[] = [
  {
    name: 'Bind, wash and elute',
    instructions: 'Spin at 8,000 g. Wash with AW1, then AW2.',
    steps: [
      { title: 'Elute', fields: [volume] },
      { title: 'Quantify', fields: [concentration('Concentration'), totalYield] },
    ],
  },
];

/** A rapid library of a research assistant: transposase, no ligation. */
export const RAPID_LIBRARY: readonly SectionRecipe[] = [
  {
    name: 'Tagment',
    instructions: 'Two minutes at 30 °C, two minutes at 80 °C, then on ice.',
    equipment: ['Thermal cycler'],
    steps: [
      {
        title: 'Add the rapid adapter',
        timerSeconds: 240,
        fields: [
          {
            name: 'input_volume',
            label: 'Input volume',
            type: 'NUMBER',
            perSample: true,
            unit: 'µL',
            with: { min: '1', max: '10', decimals: 1, mapsTo: 'INPUT_VOLUME' },
          },
        ],
      },
    ],
  },
];
