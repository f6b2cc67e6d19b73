import type { ProcedureRecipe } from './recipe.ts';

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
