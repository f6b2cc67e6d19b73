import { z } from 'zod';
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
