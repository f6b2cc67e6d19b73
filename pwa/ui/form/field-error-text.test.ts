import { describe, expect, test } from 'vitest';
import { fieldErrorText } from './form-field.tsx';

describe('the text of a form error', () => {
  test('is the error’s own text when it has one', () => {
    expect(fieldErrorText('name', 'Too long.')).toBe('Too long.');
  });

  test('names the part of a billing address', () => {
    expect(fieldErrorText('billingAddress.city', undefined)).toBe('Billing city is required');
  });

  test('names the field, unless a custom message is given', () => {
    expect(fieldErrorText('dueDate', '')).toBe('Due date is invalid or missing.');
    expect(fieldErrorText('dueDate', undefined, 'Choose a day.')).toBe('Choose a day.');
  });
});
