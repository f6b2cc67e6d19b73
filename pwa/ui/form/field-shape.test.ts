import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EmailAddress } from '#db/values/email-address.ts';
import { bool, date, decimal, describeField, int, requiredText, text } from '#db/values/field-types.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { optionalValue } from '#db/values/optional-value.ts';
import { emptyValues, schemaAt, shapeOf, valueSchemaOf } from './field-shape.ts';
import { fieldErrorText } from './form-field.tsx';

const Kind = z.enum(['BOX', 'TUBE_RACK']);

describe('the shape of a field', () => {
  it.each([
    ['a required text', requiredText, { kind: 'text', required: true, empty: '', maxLength: 500 }],
    ['a text that may be empty', text, { kind: 'text', required: false, empty: '', maxLength: 500 }],
    ['a nullable text', text.nullable(), { kind: 'text', required: false, empty: null, maxLength: 500 }],
    ['an optional text', requiredText.optional(), { kind: 'text', required: false, empty: undefined }],
    ['a text with a default', z.string().max(9).default('new'), { required: false, maxLength: 9 }],
    ['one line', oneLine('Name is required'), { kind: 'text', required: true, maxLength: 100 }],
    ['one line or nothing', orEmpty(EmailAddress).default(null), { required: false, maxLength: 254 }],
    ['a whole number', int, { kind: 'number', required: true, empty: '' }],
    ['a bounded number', z.int().min(1).max(26).nullable(), { kind: 'number', empty: null, min: 1, max: 26 }],
    ['a decimal', decimal, { kind: 'text', required: true }],
    ['a date', date, { kind: 'date', required: true, empty: '' }],
    ['a nullable date', orEmpty(z.iso.date()), { kind: 'date', required: false, empty: null }],
    ['a checkbox', bool, { kind: 'yes-no', empty: false }],
    ['a question', bool.nullable(), { kind: 'yes-no', required: false, empty: null }],
    ['an enumeration', Kind, { kind: 'choice', required: true, empty: '' }],
    ['a nullable enumeration', Kind.nullable(), { kind: 'choice', required: false, empty: null }],
    ['a transformed text', text.transform((one) => one.length), { kind: 'text', maxLength: 500 }],
    ['a switched value', optionalValue(int), { kind: 'switched', empty: { enabled: false } }],
  ])('of %s follows from its schema', (_, schema, shape) => {
    expect(shapeOf(schema, 'one')).toMatchObject(shape);
  });

  it('takes its label from the schema, else from its name', () => {
    expect(shapeOf(text, 'dueDate').label).toBe('Due date');
    const described = describeField(text.nullable(), { label: 'Due', hint: 'In days' });
    expect(shapeOf(described, 'dueDate')).toMatchObject({ label: 'Due', hint: 'In days' });
    expect(shapeOf(described.default(null), 'dueDate').label).toBe('Due');
    expect(shapeOf(describeField(described, 'Until'), 'dueDate').label).toBe('Until');
    expect(shapeOf(text.nullable(), 'dueDate').label).toBe('Due date');
  });

  it('words the choices of an enumeration', () => {
    expect(shapeOf(Kind, 'kind').options.map(({ label }) => label)).toEqual(['Box', 'Tube rack']);
    const described = describeField(Kind, { label: 'Kind', choices: { BOX: 'A box' } });
    expect(shapeOf(described.nullable(), 'kind').options.map(({ label }) => label)).toEqual([
      'A box',
      'Tube rack',
    ]);
  });

  it('is refused for a type without an input', () => {
    expect(() => shapeOf(z.number(), 'volume')).toThrow('No input fits the type of volume.');
    expect(() => shapeOf(z.date(), 'day')).toThrow('No input fits the type of day.');
  });
});

describe('a form', () => {
  const Form = z
    .object({ name: requiredText, note: text.nullable(), parts: z.array(z.string()), size: z.number() })
    .extend({ address: z.object({ city: text }), limit: optionalValue(int.max(3)) })
    .superRefine(() => undefined);

  it('finds its fields by dotted path', () => {
    expect(shapeOf(schemaAt(Form, 'address.city'), 'city')).toMatchObject({ kind: 'text', maxLength: 500 });
    expect(() => schemaAt(Form, 'address.town')).toThrow('The schema has no field address.town.');
    expect(shapeOf(valueSchemaOf(schemaAt(Form, 'limit')), 'limit')).toMatchObject({
      kind: 'number',
      max: 3,
    });
  });

  it('starts with the empty values of what it has inputs for', () => {
    expect(emptyValues(Form)).toEqual({ name: '', note: null, limit: { enabled: false } });
    expect(emptyValues(Form.transform(({ name }) => name))).toHaveProperty('name', '');
  });
});

describe('the text of a form error', () => {
  it('is the error’s own text when it has one', () => {
    expect(fieldErrorText('name', 'Too long.')).toBe('Too long.');
  });

  it('names the part of a billing address', () => {
    expect(fieldErrorText('billingAddress.city', undefined)).toBe('Billing city is required');
  });

  it('names the field, unless a custom message is given', () => {
    expect(fieldErrorText('dueDate', '')).toBe('Due date is invalid or missing.');
    expect(fieldErrorText('dueDate', undefined, 'Choose a day.')).toBe('Choose a day.');
  });
});
