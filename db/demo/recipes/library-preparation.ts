import { concentration, fragmentLength, volume } from './measured-fields.ts';
import type { ProcedureRecipe } from './recipe.ts';

/** Barcoded library with normalization and pooling. */
export const LIBRARY_PREPARATION: ProcedureRecipe = {
  key: 'library',
  code: 'SOP-LIB-03',
  name: 'Native barcoding library',
  batchType: 'LIBRARY_PREPARATION',
  controls: { noTemplate: 1 },
  inputVolume: '12',
  outputVolume: '15',
  dnaBarcodeKit: 'SQK-NBD114.96',
  minutes: 240,
  sections: [
    {
      name: 'Normalise',
      instructions: 'Bring every sample to the same concentration.',
      steps: [
        {
          title: 'Dilute to 10 ng/µL',
          fields: [
            {
              name: 'normalise',
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
