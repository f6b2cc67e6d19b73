import { z } from 'zod';
import { CreateAccount } from '#db/identity/account-forms.ts';
import { CompanyType } from '#db/organizations/company-type.ts';

const KEY = 'create-account';

const text = z.string().max(300).catch('');

const Address = z.object({
  attention: text,
  line1: text,
  line2: text,
  city: text,
  state: text,
  postalCode: text,
  country: z.string().max(2).catch('US'),
  phone: text,
});

const Draft = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  company: z.object({
    name: text,
    type: z.union([CompanyType, z.literal('')]).catch(''),
    employerIdentificationNumber: text,
    billingEmails: z.array(text).max(10).catch([]),
    billingAddress: Address,
    shippingAddress: Address.nullable().catch(null),
  }),
});
export type AccountDraft = z.infer<typeof Draft>;

/** The form values: empty when not entered; Google's proof replaces the password. */
export type AccountEntries = AccountDraft & { password: string | null; google: string | null };

export const EMPTY_ADDRESS: z.infer<typeof Address> = {
  attention: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
  phone: '',
};

const EMPTY: AccountDraft = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: {
    name: '',
    type: '',
    employerIdentificationNumber: '',
    billingEmails: [],
    billingAddress: EMPTY_ADDRESS,
    shippingAddress: null,
  },
};

/** Load the draft of this tab, as far as it can still be parsed. */
export function readDraft(storage: Storage = sessionStorage): AccountDraft {
  try {
    return Draft.parse(JSON.parse(storage.getItem(KEY) ?? 'null'));
  } catch {
    return EMPTY;
  }
}

/** Save the values for this tab, so that a reload loses nothing; the password is never stored. */
export function saveDraft(entries: AccountEntries, storage: Storage = sessionStorage): void {
  const { password: _password, google: _google, ...storedEntries } = entries;
  storage.setItem(KEY, JSON.stringify(storedEntries));
}

/** Delete the draft: the account exists. */
export function clearDraft(storage: Storage = sessionStorage): void {
  storage.removeItem(KEY);
}

/** The steps of creating an account, with the fields of each. */
export const ACCOUNT_STEPS = [
  {
    mark: 'You',
    title: 'You',
    lead: 'Who will manage the account.',
    fields: ['firstName', 'lastName', 'email', 'phone', 'password', 'google'],
  },
  {
    mark: 'Company',
    title: 'Your organization',
    lead: 'Or your university, institute or clinic. You can invite your colleagues later.',
    fields: ['company.name', 'company.type', 'company.employerIdentificationNumber'],
  },
  {
    mark: 'Address',
    title: 'Addresses',
    lead: 'For invoices and shipments.',
    fields: ['company.billingAddress', 'company.shippingAddress'],
  },
  {
    mark: 'Billing',
    title: 'Billing',
    lead: 'Invoice recipients and review.',
    fields: ['company.billingEmails'],
  },
] as const;

/** Find the step of a field; the first step for anything else. */
export function stepOf(path: string): number {
  const isWithin = (field: string): boolean => path === field || path.startsWith(`${field}.`);
  return Math.max(
    0,
    ACCOUNT_STEPS.findIndex(({ fields }) => fields.some(isWithin)),
  );
}

/** The server's own schema, applied to the values of the form. */
export const AccountForm = z.preprocess((entries: AccountEntries) => entries, CreateAccount);

/** Texts for missing selections; the schema's own texts are for developers. */
export const wordedErrors = {
  error: ({ code }: { code: string }) =>
    code === 'invalid_value' ? 'Choose what kind of organization it is.' : undefined,
};
