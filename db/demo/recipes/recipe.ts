import type { BatchType } from '#db/batches/batch.ts';
import type { DemoInventoryType } from '#db/demo/demo-inventory.ts';
import type { Row } from '#db/entity.ts';
import type { field } from '#db/protocols/field.ts';

type Field = Row<typeof field>;

/** One field of a demo procedure; defaults: required, once per batch. */
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
      | 'defaultValue'
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
  /** Only trained people sign; a training is valid for so many months. */
  trainingMonths?: number;
  /** Only clinical samples go through it, and a clinical director approves. */
  clinical?: boolean;
  sections: readonly SectionRecipe[];
}

/** Return a field for a concentration that is copied to the sample. */
export const concentration = (label: string): FieldRecipe => ({
  name: 'concentration',
  label,
  type: 'NUMBER',
  perSample: true,
  unit: 'ng/µL',
  with: { min: '0', max: '5000', decimals: 4, qcMin: '2', mapsTo: 'EXTRACTED_CONCENTRATION' },
});

/** The field of a volume that is copied to the sample. */
export const volume: FieldRecipe = {
  name: 'volume',
  label: 'Eluted volume',
  type: 'NUMBER',
  perSample: true,
  unit: 'µL',
  with: { min: '0', max: '2000', decimals: 3, mapsTo: 'EXTRACTED_VOLUME' },
};

/** The field of concentration times volume. */
export const totalYield: FieldRecipe = {
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

/** The field of a fragment length that is copied to the sample. */
export const fragmentLength: FieldRecipe = {
  name: 'fragment_length',
  label: 'Fragment length',
  type: 'NUMBER',
  perSample: true,
  unit: 'bp',
  with: { min: '50', max: '500000', decimals: 0, qcMin: '1000', mapsTo: 'FRAGMENT_LENGTH' },
};
