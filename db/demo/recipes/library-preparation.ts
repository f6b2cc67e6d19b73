import { concentration, fragmentLength, type ProcedureRecipe, volume } from './recipe.ts';

/** Barcoded library with normalization and pooling. */
export const LIBRARY_PREPARATION: ProcedureRecipe = {
  key: 'library',
  code: 'SOP-LIB-03',
  name: 'Native barcoding library',
  batchType: 'LIBRARY_PREPARATION',
  controls: { noTemplate: 1 },
  inputVolume: '12',
  outputVolume: '35',
  dnaBarcodeKit: 'SQK-NBD114.96',
  minutes: 240,
  sections: [
    {
      name: 'Normalize',
      instructions: 'Bring every sample to the same concentration.',
      steps: [
        {
          title: 'Dilute to 10 ng/µL',
          fields: [
            {
              name: 'normalize',
              label: 'Sample volume',
              type: 'CALCULATION',
              perSample: true,
              unit: 'µL',
              with: {
                decimals: 1,
                calculationType: 'BALANCING',
                operands: {
                  mode: 'DILUTE',
                  target: '10',
                  targetUnit: 'ng/µL',
                  finalVolume: '12',
                  maxVolume: '12',
                  molecule: 'ds',
                },
              },
            },
          ],
        },
      ],
    },
    {
      name: 'Barcode and pool',
      instructions: 'Ligate one barcode to each well, then pool.',
      equipment: ['Thermal cycler'],
      review: true,
      steps: [
        {
          title: 'Ligate barcodes',
          fields: [
            {
              name: 'kit_lot',
              label: 'Barcoding kit lot',
              type: 'LOT_NUMBER',
              lotOf: 'barcoding',
              quantityPerSample: '1',
            },
            {
              name: 'dna_barcode',
              label: 'DNA barcode',
              type: 'BARCODE',
              perSample: true,
              with: { barcodeType: 'DNA_BARCODE', mapsTo: 'DNA_BARCODE' },
            },
          ],
        },
        {
          title: 'Library QC',
          fields: [
            concentration('Library concentration'),
            volume,
            fragmentLength,
            {
              name: 'mass_per_bp',
              label: 'Mass per base pair',
              type: 'CALCULATION',
              perSample: true,
              with: {
                decimals: 6,
                calculationType: 'DIVISION',
                operands: { terms: [{ field: 'concentration' }, { field: 'fragment_length' }] },
              },
            },
          ],
        },
        {
          title: 'Pool equal amounts',
          fields: [
            {
              name: 'pool',
              label: 'Volume to pool',
              type: 'CALCULATION',
              perSample: true,
              unit: 'µL',
              with: {
                decimals: 1,
                calculationType: 'BALANCING',
                operands: {
                  mode: 'EQUAL_MOLAR',
                  target: '50',
                  targetUnit: 'fmol',
                  maxVolume: '12',
                  molecule: 'ds',
                  // The library as just measured, not the input DNA.
                  concentration: { field: 'concentration' },
                  volume: { field: 'volume' },
                  length: { field: 'fragment_length' },
                },
              },
            },
          ],
        },
      ],
    },
  ],
};

/** A PromethION run. */
export const SEQUENCING: ProcedureRecipe = {
  key: 'sequence',
  code: 'SOP-SEQ-04',
  name: 'PromethION sequencing run',
  batchType: 'SEQUENCING',
  inputVolume: '10',
  outputVolume: '0',
  dnaBarcodeKit: 'SQK-NBD114.96',
  minutes: 4320,
  directorApproval: true,
  trainingMonths: 12,
  sections: [
    {
      name: 'Flow-cell check',
      instructions: 'Check the pores before you load.',
      steps: [
        {
          title: 'Scan the flow cell',
          fields: [
            {
              name: 'flow_cell',
              label: 'Flow cell',
              type: 'BARCODE',
              with: { barcodeType: 'FLOW_CELL', mapsTo: 'FLOW_CELL_ID' },
            },
            {
              name: 'pores',
              label: 'Available pores',
              type: 'NUMBER',
              with: { min: '0', max: '12000', decimals: 0, qcMin: '5000' },
            },
          ],
        },
      ],
    },
    {
      name: 'Load and start',
      instructions: 'Prime, load, and start the run in MinKNOW.',
      review: true,
      steps: [
        {
          title: 'Prime and load',
          fields: [
            {
              name: 'library_volume',
              label: 'Library volume',
              type: 'NUMBER',
              unit: 'µL',
              with: { min: '1', max: '200', decimals: 1 },
            },
            {
              name: 'buffer_volume',
              label: 'Loading buffer',
              type: 'NUMBER',
              unit: 'µL',
              with: { min: '1', max: '200', decimals: 1, defaultValue: '35' },
            },
            {
              name: 'loaded_volume',
              label: 'Loaded volume',
              type: 'CALCULATION',
              unit: 'µL',
              with: {
                decimals: 1,
                calculationType: 'ADDITION',
                operands: { terms: [{ field: 'library_volume' }, { field: 'buffer_volume' }] },
              },
            },
            { name: 'run_started', label: 'Run started in MinKNOW', type: 'BOOLEAN' },
          ],
        },
      ],
    },
  ],
};
