import { createContext, type ReactNode, useContext } from 'react';
import { type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { describeField } from '#db/values/field-types.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Checkbox } from './checkbox.tsx';
import { Combobox } from './combobox.tsx';
import type { Control } from './control.ts';
import { Field } from './field.tsx';
import { type FieldShape, schemaAt, shapeOf, valueSchemaOf } from './field-shape.ts';
import { fieldErrorText } from './form-field.tsx';
import { NumberInput } from './number-input.tsx';
import { PhoneInput } from './phone-input.tsx';
import { PinInput } from './pin-input.tsx';
import { Segmented, YesNo } from './segmented.tsx';
import { type Option, Select } from './select.tsx';
import { TextArea, TextInput } from './text-input.tsx';

/** What a schema cannot know: choices that were loaded, and what depends on other fields. */
interface FieldOverrides {
  label?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Choices that were loaded. */
  options?: readonly Option[] | undefined;
  /** Searches the choices by text. */
  search?: boolean;
  placeholder?: string | undefined;
  unit?: string | undefined;
  autoComplete?: string;
  rows?: number;
  /** Names of the fields whose error depends on this one: they are validated again with it. */
  dependents?: readonly string[];
  /** Runs after the person changed the value, for what follows in other fields. */
  onChanged?: ((value: string) => void) | undefined;
  /** Renders an input of its own. */
  children?: ((control: Control<string>) => ReactNode) | undefined;
}

/** Format a stored value as the text of its input. */
const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The input of a field whose value is edited as text. */
function TextControl(props: { shape: FieldShape; control: Control<string>; more: FieldOverrides }) {
  const { shape, control, more } = props;
  const { input, maxLength } = shape;
  const placeholder = more.placeholder ?? shape.placeholder;
  const inputProps = { ...control, ...(placeholder === undefined ? {} : { placeholder }) };
  const options = more.options ?? shape.options;
  if (more.options || shape.kind === 'choice')
    return more.search ? (
      <Combobox {...inputProps} options={options} />
    ) : (
      <Select {...inputProps} options={options} />
    );
  const unit = more.unit ?? shape.unit;
  if (shape.kind === 'number')
    return <NumberInput {...inputProps} unit={unit} signed={(shape.min ?? 0) < 0} />;
  if (input === 'decimal' || input === 'signed' || input === 'digits')
    return (
      <NumberInput {...inputProps} unit={unit} decimal={input !== 'digits'} signed={input === 'signed'} />
    );
  const limited = {
    ...inputProps,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(more.autoComplete === undefined ? {} : { autoComplete: more.autoComplete }),
  };
  if (input === 'pin') return <PinInput {...control} />;
  if (input === 'phone') return <PhoneInput {...limited} />;
  if (input === 'area') return <TextArea {...limited} rows={more.rows ?? 3} />;
  if (shape.kind === 'date' || input === 'date') return <TextInput {...control} type="date" />;
  return (
    <TextInput
      {...limited}
      type={input === 'email' || input === 'password' ? input : 'text'}
      code={input === 'code'}
    />
  );
}

interface BoundFieldProps extends FieldOverrides {
  shape: FieldShape;
  name: string;
}

/** Convert the text of an input to the stored value. */
function toValue(shape: FieldShape, text: string): unknown {
  if (text === '') return shape.empty;
  return shape.kind === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** A field with a label above its input. */
function LabeledField({ shape, name, ...more }: BoundFieldProps) {
  const { onChanged, children, dependents = [] } = more;
  const { field, fieldState } = useController({ name, rules: { deps: [...dependents] } });
  const error = fieldState.error ? fieldErrorText(name, fieldState.error.message, shape.message) : null;
  const yesNo = shape.kind === 'yes-no';
  return (
    <Field
      label={more.label ?? shape.label}
      required={more.required ?? shape.required}
      hint={more.hint ?? shape.hint}
      error={error}
    >
      {(attributes) => {
        const control: Control<string> = {
          ...attributes,
          value: toText(field.value),
          onBlur: field.onBlur,
          disabled: more.disabled ?? field.disabled,
          onChange: (text) => {
            field.onChange(toValue(shape, text));
            onChanged?.(text);
          },
        };
        if (children) return children(control);
        if (yesNo) return <YesNo label={shape.label} value={field.value} onChange={field.onChange} />;
        return <TextControl shape={shape} control={control} more={more} />;
      }}
    </Field>
  );
}

function CheckboxField({ shape, name, label, disabled, dependents = [] }: BoundFieldProps) {
  const { field } = useController({ name, rules: { deps: [...dependents] } });
  const { value, onChange, onBlur } = field;
  return <Checkbox {...{ onChange, onBlur, disabled }} label={label ?? shape.label} value={value === true} />;
}

/** A value behind a switch: required while it is on (specification section 5). */
function SwitchedField({ shape, name, value, ...more }: BoundFieldProps & { value: FieldShape }) {
  const enabled: unknown = useWatch({ name: `${name}.enabled` });
  return (
    <div className="flex flex-col gap-2">
      <CheckboxField shape={shape} name={`${name}.enabled`} />
      {enabled === true && <LabeledField shape={value} name={`${name}.value`} {...more} required />}
    </div>
  );
}

interface KnownField {
  shape: FieldShape;
  /** The shape of the value behind a switch. */
  value: FieldShape | null;
}

const known = new WeakMap<z.core.$ZodType, KnownField>();

function readField(form: z.core.$ZodType, name: string): KnownField {
  const field = schemaAt(form, name);
  const before = known.get(field);
  if (before) return before;
  const shape = shapeOf(field, name.split('.').at(-1) ?? name);
  const value = shape.kind === 'switched' ? shapeOf(valueSchemaOf(field), shape.label) : null;
  known.set(field, { shape, value });
  return { shape, value };
}

/** The schema of the form around a field. */
export const SchemaContext = createContext<z.core.$ZodType | null>(null);

type SchemaFieldProps<Name extends string> = FieldOverrides & {
  /** Dotted name of the value in the form. */
  name: Name;
};

/** A field of the form around it. The schema decides input, label, mark, limits and empty value. */
function SchemaField(props: SchemaFieldProps<string>) {
  const schema = useContext(SchemaContext);
  if (!schema) throw new Error(`The field ${props.name} is in no form.`);
  const { shape, value } = readField(schema, props.name);
  if (value) return <SwitchedField {...props} shape={shape} value={value} />;
  if (shape.kind === 'yes-no' && shape.empty === false) return <CheckboxField {...props} shape={shape} />;
  return <LabeledField {...props} shape={shape} />;
}

/** Type the field component by a schema: `const PatientField = fieldOf<typeof PatientForm>()`. */
export const fieldOf = <Schema extends z.ZodType<unknown, FieldValues>>(): ((
  props: SchemaFieldProps<FieldPath<z.input<Schema>>>,
) => ReactNode) => SchemaField;

/** A required reason in a person's own words. */
export const reasonText = (limit = 500, label = 'Reason') =>
  describeField(z.string().trim().min(1, MESSAGES.reasonRequired).max(limit), { label, input: 'area' });

/** A text that may be left out; blank text becomes null. */
export const optionalText = (limit = 500) =>
  z
    .string()
    .trim()
    .max(limit)
    .transform((text) => text || null);

/** A reason that may be left out. */
export const optionalReason = () => describeField(optionalText(), { label: 'Reason', input: 'area' });

/** The form of an action that needs nothing but a reason. */
export const ReasonForm = z.object({ reason: reasonText() });

export const ReasonField = fieldOf<typeof ReasonForm>();

interface DecisionChoiceProps<Value extends string> {
  /** Name of the decision in the form. */
  name: string;
  options: readonly Option<Value>[];
}

const DECISION_DEPENDENTS: readonly string[] = ['reason'];

/** The choice of a decision; nothing is preselected. The reason in the form depends on it. */
export function DecisionChoice<Value extends string>({ name, options }: DecisionChoiceProps<Value>) {
  const { field, fieldState } = useController({ name, rules: { deps: [...DECISION_DEPENDENTS] } });
  return (
    <>
      <Segmented<Value> label="Decision" value={field.value} onChange={field.onChange} options={options} />
      {fieldState.error && <Notice tone="danger" title="Choose what you decide." />}
    </>
  );
}
