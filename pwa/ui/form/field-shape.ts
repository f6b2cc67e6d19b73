import { z } from 'zod';
import { type FieldText, fieldTexts } from '#db/values/field-types.ts';
import { switchedValue } from '#db/values/optional-value.ts';
import { humanize } from '#pwa/format/names.ts';
import type { Option } from './select.tsx';

/** What an input needs to know of its field; read from the schema. */
export interface FieldShape extends Partial<Omit<FieldText, 'label' | 'choices'>> {
  kind: 'text' | 'date' | 'number' | 'choice' | 'yes-no' | 'switched';
  label: string;
  required: boolean;
  /** The stored value of an input without content: null, undefined or ''. */
  empty: unknown;
  options: readonly Option[];
  min?: number | null;
  max?: number | null;
}

/** The schema as zod stores it. This file alone reads it. */
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** Take off one layer that says nothing about the input: optional, nullable, default, pipe or ''. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return definition.innerType;
    case 'pipe':
      return definitionOf(definition.in).type === 'transform' ? definition.out : definition.in;
    case 'union':
      // `orEmpty` accepts '' besides its value.
      return definition.options.at(-1) ?? null;
    default:
      return null;
  }
}

/** List a schema and what it wraps, the outermost first. */
function layersOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const inner = innerOf(schema);
  return inner ? [schema, ...layersOf(inner)] : [schema];
}

/** Return the schema of a dotted path. */
export function schemaAt(schema: z.core.$ZodType, path: string): z.core.$ZodType {
  return path.split('.').reduce<z.core.$ZodType>((parent, key) => {
    const definition = definitionOf(layersOf(parent).at(-1) ?? parent);
    const part = definition.type === 'object' ? definition.shape[key] : undefined;
    if (part) return part;
    if (definition.type === 'array') return definition.element;
    throw new Error(`The schema has no field ${path}.`);
  }, schema);
}

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** What an input without content may be stored as, the preferred first. */
const EMPTY_VALUES = [null, undefined, ''];

/** The bounds of a text or number, which zod collects from all checks. */
const Bound = z.number().nullish().catch(null);
const Bounds = z.object({ maxLength: Bound, minValue: Bound, maxValue: Bound });

type FieldType = Pick<FieldShape, 'kind' | 'options' | 'maxLength' | 'min' | 'max'>;

/** Return how a schema without layers is entered; null when no input fits it. */
function typeOf(schema: z.core.$ZodType, choices: FieldText['choices']): FieldType | null {
  const definition = definitionOf(schema);
  const { maxLength, minValue, maxValue } = Bounds.parse(schema);
  const format = 'format' in definition ? definition.format : undefined;
  const options: readonly Option[] = [];
  switch (definition.type) {
    case 'string':
      if (format === 'date') return { kind: 'date', options };
      return { kind: 'text', options, ...(maxLength ? { maxLength } : {}) };
    case 'number':
      // A quantity with decimals is a decimal string: a binary float loses digits.
      if (!format?.includes('int')) return null;
      return {
        kind: 'number',
        options,
        min: minValue ?? null,
        max: maxValue ?? null,
      };
    case 'boolean':
      return { kind: 'yes-no', options };
    case 'enum':
      return {
        kind: 'choice',
        options: Object.values(definition.entries).map((entry) => {
          const value = String(entry);
          return { value, label: choices?.[value] ?? humanize(value) };
        }),
      };
    default:
      return null;
  }
}

/** Read what an input needs from the schema of its field; null when no input fits it. */
function readShape(field: z.core.$ZodType, name: string): FieldShape | null {
  const layers = layersOf(field);
  const innermost = layers.at(-1) ?? field;
  // The outermost text wins.
  const texts = layers.map((layer) => fieldTexts.get(layer) ?? {}).reverse();
  const { choices, ...text }: Partial<FieldText> = Object.assign({}, ...texts);
  const shared = { ...text, label: text.label ?? humanize(name) };
  const value = layers.map(switchedValue).find((one) => one !== null);
  if (value) return { ...shared, kind: 'switched', required: false, empty: { enabled: false }, options: [] };
  const type = typeOf(innermost, choices);
  if (!type) return null;
  const empty = EMPTY_VALUES.find((one) => accepts(field, one));
  const required = !EMPTY_VALUES.some((one) => accepts(field, one));
  const unanswered = type.kind === 'yes-no' ? false : '';
  return { ...type, ...shared, required, empty: required ? unanswered : empty };
}

/** Read the shape of a field; `name` words the label where none is declared. */
export function shapeOf(field: z.core.$ZodType, name: string): FieldShape {
  const shape = readShape(field, name);
  if (!shape) throw new Error(`No input fits the type of ${name}.`);
  return shape;
}

/** Return the empty values that an object schema needs, for a form that starts without content. */
export function emptyValues(schema: z.core.$ZodType): Record<string, unknown> {
  const definition = definitionOf(layersOf(schema).at(-1) ?? schema);
  if (definition.type !== 'object') return {};
  return Object.fromEntries(
    Object.entries(definition.shape).flatMap(([name, field]) => {
      // A field that may be missing is left out: who cannot see it does not send it.
      const shape = accepts(field, undefined) ? null : readShape(field, name);
      return shape ? [[name, shape.empty]] : [];
    }),
  );
}

/** Return the schema of the value of a field of kind `switched`. */
export function valueSchemaOf(field: z.core.$ZodType): z.ZodType {
  const value = layersOf(field)
    .map(switchedValue)
    .find((one) => one !== null);
  if (!value) throw new Error('The field has no switch.');
  return value;
}
