import type { BatchType } from '../batches/batch-type.ts';
import type { Row } from '../entity.ts';
import type { field } from '../protocols/field.ts';
import type { DemoInventoryType } from './demo-inventory.ts';

type Field = Row<typeof field>;

/** One field of a demo procedure; whatever is not said is the usual: required, once for the batch. */
export interface FieldRecipe {
  name: string;
  label: string;
  type: Field['type'];
  perSample?: boolean;
  optional?: boolean;
  unit?: 'ng' | 'µL' | 'ng/µL' | 'bp' | 'fmol' | 'min' | '°C';
  lotOf?: DemoInventoryType;
  quantityPerSample?: string;
  with?: Partial<
    Pick<
      Field,
      | 'min'
      | 'max'
      | 'decimals'
      | 'qcMin'
      | 'qcMax'
      | 'maxLength'
      | 'barcodeType'
      | 'calculationType'
      | 'operands'
      | 'mapsTo'
      | 'helpText'
    >
  >;
}

export interface SectionRecipe {
  name: string;
  instructions: string;
  review?: boolean;
  equipment?: readonly string[];
  steps: readonly {
    title: string;
    instructions?: string;
    caution?: string;
    timerSeconds?: number;
    fields?: readonly FieldRecipe[];
  }[];
}

export interface ProcedureRecipe {
  key: string;
  code: string;
  name: string;
  batchType: BatchType;
  controls?: { positive?: number; negative?: number; noTemplate?: number };
  inputVolume: string;
  outputVolume: string;
  dnaBarcodeKit?: string;
  minutes: number;
  directorApproval?: boolean;
  sections: readonly SectionRecipe[];
}

const concentration = (label: string): FieldRecipe => ({
  name: 'concentration',
  label,
  type: 'NUMBER',
  perSample: true,
  unit: 'ng/µL',
  with: { min: '0', max: '5000', decimals: 4, qcMin: '2', mapsTo: 'EXTRACTED_CONCENTRATION' },
});

const volume: FieldRecipe = {
  name: 'volume',
  label: 'Eluted volume',
  type: 'NUMBER',
  perSample: true,
  unit: 'µL',
  with: { min: '0', max: '2000', decimals: 3, mapsTo: 'EXTRACTED_VOLUME' },
};

const totalYield: FieldRecipe = {
  name: 'total_yield',
  label: 'Total yield',
  type: 'CALCULATION',
  perSample: true,
  unit: 'ng',
  with: {
    decimals: 1,
    calculationType: 'MULTIPLICATION',
    operands: { terms: [{ field: 'concentration' }, { field: 'volume' }] },
  },
};

const fragmentLength: FieldRecipe = {
  name: 'fragment_length',
  label: 'Fragment length',
  type: 'NUMBER',
  perSample: true,
  unit: 'bp',
  with: { min: '50', max: '500000', decimals: 0, qcMin: '1000', mapsTo: 'FRAGMENT_LENGTH' },
};

const PREPARATION: ProcedureRecipe = {
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
          caution: 'A leaking tube goes to quarantine, and so do its neighbours.',
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
              with: { min: '0', decimals: 3, mapsTo: 'EXTRACTED_VOLUME' },
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

const EXTRACTION: ProcedureRecipe = {
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

const LIBRARY: ProcedureRecipe = {
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
                },
              },
            },
          ],
        },
      ],
    },
  ],
};

const SEQUENCING: ProcedureRecipe = {
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
              with: { min: '1', max: '200', decimals: 1 },
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

/** The demo lab's approved methods: one for each batch type, with fields of every type and every calculation. */
export const PROCEDURE_RECIPES: readonly ProcedureRecipe[] = [PREPARATION, EXTRACTION, LIBRARY, SEQUENCING];
