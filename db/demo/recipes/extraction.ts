import { concentration, fragmentLength, totalYield, volume } from './measured-fields.ts';
import type { ProcedureRecipe } from './recipe.ts';

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
