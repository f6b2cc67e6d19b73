import { FIELD_TARGET, FIELD_TYPE_LABEL, FieldTarget, FieldType } from '#db/protocols/field.ts';
import type { DraftField } from '#db/protocols/procedures/procedure-content.ts';
import { BARCODE_TYPE, BarcodeType } from '#db/samples/barcode-type.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import { CalculationEditor } from './calculation-editor.tsx';
import { EMPTY_TYPE_SETTINGS } from './new-items.ts';
import {
  ChoiceSetting,
  DecimalSetting,
  FlagSetting,
  OptionalTextSetting,
  TextSetting,
  WholeSetting,
} from './setting-inputs.tsx';

const TYPES = FieldType.options.map((value) => ({ value, label: FIELD_TYPE_LABEL[value] }));
const SCOPES = [
  { value: 'PER_SAMPLE', label: 'Each sample' },
  { value: 'PER_BATCH', label: 'Once per batch' },
] as const;
const TARGETS = FieldTarget.options.map((value) => ({ value, label: FIELD_TARGET[value] }));
const BARCODE_TYPES = BarcodeType.options.map((value) => ({ value, label: BARCODE_TYPE[value] }));
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

export interface FieldEditorProps {
  field: DraftField;
  units: readonly Option[];
  inventoryTypes: readonly Option[];
  /** What a calculation may use. */
  operands: readonly Option[];
  onLabel(label: string): void;
  onName(name: string): void;
  onChange(patch: Partial<DraftField>): void;
}

/** The settings of numbers and calculations: unit, decimal places and limits. */
function NumberSettings({ field, units, onChange }: FieldEditorProps) {
  const unit = units.find(({ value }) => value === field.measurementUnitId)?.label;
  const limit = (label: string, name: 'min' | 'max' | 'qcMin' | 'qcMax') => (
    <DecimalSetting
      label={label}
      unit={unit}
      value={field[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceSetting
        label="Unit"
        options={units}
        value={field.measurementUnitId}
        onChange={(measurementUnitId) => onChange({ measurementUnitId })}
      />
      <WholeSetting
        label="Decimal places"
        min={0}
        max={6}
        value={field.decimals}
        onChange={(decimals) => onChange({ decimals })}
      />
      {limit('Minimum', 'min')}
      {limit('Maximum', 'max')}
      {limit('QC from', 'qcMin')}
      {limit('QC to', 'qcMax')}
    </div>
  );
}

/** The settings that only this type of field has. */
function TypeSettings(props: FieldEditorProps) {
  const { field, inventoryTypes, operands, onChange } = props;
  switch (field.type) {
    case 'NUMBER':
      return <NumberSettings {...props} />;
    case 'CALCULATION':
      return (
        <>
          <CalculationEditor field={field} options={operands} onChange={onChange} />
          <NumberSettings {...props} />
        </>
      );
    case 'TEXT':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <WholeSetting
            label="Most characters"
            min={1}
            max={2000}
            value={field.maxLength}
            onChange={(maxLength) => onChange({ maxLength })}
          />
          <OptionalTextSetting
            label="Pattern"
            code
            hint="A regular expression for the whole text."
            value={field.pattern}
            onChange={(pattern) => onChange({ pattern })}
          />
        </div>
      );
    case 'DATE':
      return (
        <FlagSetting
          label="Dates after today are accepted"
          value={field.allowFuture}
          onChange={(allowFuture) => onChange({ allowFuture })}
        />
      );
    case 'LOT_NUMBER':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceSetting
            label="Inventory type"
            required
            placeholder="Choose…"
            options={inventoryTypes}
            value={field.inventoryTypeId}
            onChange={(inventoryTypeId) => onChange({ inventoryTypeId })}
          />
          <DecimalSetting
            label="Amount for each sample"
            value={field.quantityPerSample}
            onChange={(quantityPerSample) => onChange({ quantityPerSample })}
          />
          <DecimalSetting
            label="Amount for the batch"
            value={field.quantityPerBatch}
            onChange={(quantityPerBatch) => onChange({ quantityPerBatch })}
          />
        </div>
      );
    case 'BARCODE':
      return (
        <ChoiceSetting
          label="Barcode of"
          required
          placeholder="Choose…"
          options={BARCODE_TYPES}
          value={field.barcodeType}
          onChange={(barcodeType) => onChange({ barcodeType })}
        />
      );
    case 'BOOLEAN':
      return null;
  }
}

function DefaultSetting({ field, onChange }: FieldEditorProps) {
  const { type, defaultValue } = field;
  const set = (value: string | null): void => onChange({ defaultValue: value });
  const label = 'Proposed value';
  const hint = 'Counts only after a person accepts it.';
  if (type === 'BOOLEAN')
    return <ChoiceSetting label={label} hint={hint} options={YES_NO} value={defaultValue} onChange={set} />;
  if (type === 'NUMBER')
    return <DecimalSetting label={label} hint={hint} value={defaultValue} onChange={set} />;
  if (type === 'TEXT')
    return <OptionalTextSetting label={label} hint={hint} value={defaultValue} onChange={set} />;
  return null;
}

/** The settings of a field: those of every field, and those of its type. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, onLabel, onName, onChange } = props;
  const isCalculation = field.type === 'CALCULATION';
  const setType = (type: FieldType | null): void => {
    if (type !== null && type !== field.type) onChange({ ...EMPTY_TYPE_SETTINGS, type });
  };
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <TextSetting label="Label" required value={field.label} onChange={onLabel} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceSetting
          label="Type"
          required
          placeholder="Choose…"
          options={TYPES}
          value={field.type}
          onChange={setType}
        />
        <TextSetting
          label="Name in calculations"
          required
          code
          maxLength={80}
          value={field.name}
          onChange={onName}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Segmented
          label="Recorded for"
          options={SCOPES}
          value={field.scope}
          disabled={field.calculationType === 'BALANCING'}
          onChange={(scope) => onChange({ scope })}
        />
        {!isCalculation && (
          <FlagSetting
            label="Required"
            value={field.required}
            onChange={(required) => onChange({ required })}
          />
        )}
      </div>
      <TypeSettings {...props} />
      <DefaultSetting {...props} />
      <ChoiceSetting
        label="Copied to the sample as"
        placeholder="Not copied"
        options={TARGETS}
        value={field.mapsTo}
        onChange={(mapsTo) => onChange({ mapsTo })}
      />
      <OptionalTextSetting
        label="Help text"
        value={field.helpText}
        onChange={(helpText) => onChange({ helpText })}
      />
    </div>
  );
}
