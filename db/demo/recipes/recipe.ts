import type { BatchType } from '../../batches/batch-type.ts';
import type { Row } from '../../entity.ts';
import type { field } from '../../protocols/field.ts';
import type { DemoInventoryType } from '../demo-inventory.ts';

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
  sections: readonly SectionRecipe[];
}
