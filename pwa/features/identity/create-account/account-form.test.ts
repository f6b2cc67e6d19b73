import { expect, test } from 'vitest';
import {
  type AccountEntries,
  AccountForm,
  EMPTY_ADDRESS,
  readDraft,
  saveDraft,
  stepOf,
  wordedErrors,
} from './account-form.ts';

const storage = (): Storage => {
  const storedItems = new Map<string, string>();
  return {
    get length() {
      return storedItems.size;
    },
    clear: () => storedItems.clear(),
    getItem: (key) => storedItems.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void storedItems.delete(key),
    setItem: (key, value) => void storedItems.set(key, value),
  };
};

const ENTRIES: AccountEntries = {
  firstName: 'Nora',
  lastName: 'Nguyen',
  email: 'nora@eastbrook.example',
  password: 'correct horse battery',
  google: null,
  phone: '617-555-0100',
  company: {
    name: 'Eastbrook University',
    type: 'UNIVERSITY',
    employerIdentificationNumber: '',
    billingEmails: [],
    billingAddress: {
      ...EMPTY_ADDRESS,
      line1: '1 Main St',
      city: 'Boston',
      state: 'MA',
      postalCode: '02115',
    },
    shippingAddress: null,
  },
};

const messages = (entries: AccountEntries): string[] =>
  (AccountForm.safeParse(entries, wordedErrors).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('the form values match the server’s schema; omitted ones are null', () => {
  const form = AccountForm.parse(ENTRIES);
  expect(form.phone).toBe('617-555-0100');
  expect(form.company.employerIdentificationNumber).toBeNull();
});

test('missing and invalid values have an error text at their field', () => {
  const company = {
    ...ENTRIES.company,
    type: '' as const,
    employerIdentificationNumber: '12',
    billingAddress: EMPTY_ADDRESS,
  };
  expect(messages({ ...ENTRIES, phone: '617', password: 'short', company })).toEqual([
    'password: Use at least 12 characters.',
    'phone: Enter a phone number, abroad with + and the country code.',
    'company.type: Choose what kind of organization it is.',
    'company.employerIdentificationNumber: Enter it as NN-NNNNNNN.',
    'company.billingAddress.line1: Billing address is required',
    'company.billingAddress.city: Billing city is required',
    'company.billingAddress.state: Billing state is required',
    'company.billingAddress.postalCode: Billing postal code is required',
  ]);
});

test("a draft is stored for the tab without the password and without Google's proof", () => {
  const storedItems = storage();
  saveDraft({ ...ENTRIES, google: 'sealed' }, storedItems);
  expect(storedItems.getItem('create-account')).not.toMatch(/correct horse|sealed|password|google/);
  expect(readDraft(storedItems)).toMatchObject({ email: ENTRIES.email, company: { type: 'UNIVERSITY' } });
});

test('an unreadable draft is an empty form', () => {
  const storedItems = storage();
  storedItems.setItem('create-account', '{"firstName":');
  expect(readDraft(storedItems).firstName).toBe('');
});

test('an error of the server opens the step of its field', () => {
  expect(stepOf('email')).toBe(0);
  expect(stepOf('company.type')).toBe(1);
  expect(stepOf('company.billingAddress.city')).toBe(2);
  expect(stepOf('company.billingEmails.1')).toBe(3);
});
