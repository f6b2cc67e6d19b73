import { concentration, fragmentLength, type ProcedureRecipe, totalYield, volume } from './recipe.ts';

/** Lysis and aliquoting of blood. */
export const PREPARATION: ProcedureRecipe = {
  key: 'prep',
  code: 'SOP-PREP-01',
  name: 'Blood lysis and aliquoting',
  batchType: 'PREPARATION',
  controls: { negative: 1 },
  inputVolume: '200',
  outputVolume: '180',
  minutes: 60,
  sections: [
    {
      name: 'Inspect and thaw',
      instructions: 'Thaw on ice. Look at each tube before you open it.',
      steps: [
        {
          title: 'Inspect every tube',
          caution: 'A leaking tube goes to quarantine, and so do its neighbors.',
          fields: [
            {
              name: 'tube',
              label: 'Tube scanned',
              type: 'BARCODE',
              perSample: true,
              with: { barcodeType: 'SAMPLE' },
            },
            { name: 'intact', label: 'Tube intact', type: 'BOOLEAN', perSample: true },
            {
              name: 'remarks',
              label: 'Remarks',
              type: 'TEXT',
              perSample: true,
              optional: true,
              with: { maxLength: 200 },
            },
          ],
        },
        { title: 'Thaw', fields: [{ name: 'thawed_on', label: 'Thawed on', type: 'DATE' }] },
      ],
    },
    {
      name: 'Lyse',
      instructions: 'Add lysis buffer, mix, and incubate at 56 °C.',
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
              quantityPerSample: '200',
            },
          ],
        },
        {
          title: 'Incubate',
          timerSeconds: 600,
          fields: [
            {
              name: 'incubation',
              label: 'Incubation',
              type: 'NUMBER',
              unit: 'min',
              with: { min: '5', max: '60', decimals: 0 },
            },
            {
              name: 'blank',
              label: 'Buffer blank',
              type: 'NUMBER',
              unit: 'ng/µL',
              with: { min: '0', max: '10', decimals: 3 },
            },
          ],
        },
        {
          title: 'Measure the lysate',
          fields: [
            concentration('Lysate concentration'),
            {
              name: 'volume',
              label: 'Lysate volume',
              type: 'NUMBER',
              perSample: true,
              unit: 'µL',
              with: { min: '0', decimals: 3, mapsTo: 'EXTRACTED_VOLUME', defaultValue: '250' },
            },
            {
              name: 'net_concentration',
              label: 'Net concentration',
              type: 'CALCULATION',
              perSample: true,
              unit: 'ng/µL',
              with: {
                decimals: 3,
                calculationType: 'SUBTRACTION',
                operands: { terms: [{ field: 'concentration' }, { field: 'blank' }] },
              },
            },
          ],
        },
      ],
    },
  ],
};

/** DNA extraction with magnetic beads. */
export const EXTRACTION: ProcedureRecipe = {
  key: 'extract',
  code: 'SOP-EXT-02',
  name: 'Magnetic bead DNA extraction',
  batchType: 'EXTRACTION',
  controls: { positive: 1, negative: 1 },
  inputVolume: '100',
  outputVolume: '50',
  minutes: 150,
  sections: [
    {
      name: 'Bind and wash',
      instructions: 'Bind to beads, wash twice with 80 % ethanol.',
      equipment: ['Magnetic stand'],
      steps: [
        {
          title: 'Add beads',
          fields: [
            {
              name: 'bead_lot',
              label: 'Bead lot',
              type: 'LOT_NUMBER',
              lotOf: 'beads',
              quantityPerSample: '100',
            },
          ],
        },
        { title: 'Wash twice', timerSeconds: 120, caution: 'Do not let the beads dry out.' },
      ],
    },
    {
      name: 'Elute and quantify',
      instructions: 'Elute, then measure each well with the fluorometer.',
      review: true,
      equipment: ['Fluorometer'],
      steps: [
        { title: 'Elute', fields: [volume] },
        {
          title: 'Quantify',
          fields: [
            {
              name: 'qubit_lot',
              label: 'Assay lot',
              type: 'LOT_NUMBER',
              lotOf: 'qubit',
              quantityPerSample: '1',
            },
            concentration('Qubit concentration'),
            totalYield,
            fragmentLength,
          ],
        },
      ],
    },
  ],
};
