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
    title: 'Your company',
    lead: 'Or your university, institute or clinic. You can invite your colleagues later.',
    fields: ['company.name', 'company.type', 'company.employerIdentificationNumber'],
  },
  {
    mark: 'Address',
    title: 'Addresses',
    lead: 'Where invoices and packages go.',
    fields: ['company.billingAddress', 'company.shippingAddress'],
  },
  {
    mark: 'Billing',
    title: 'Billing',
    lead: 'Who gets the invoices by email, and a last look at everything.',
    fields: ['company.billingEmails'],
  },
] as const;

/** A field, or a group of fields, of a step. */
export type StepField = (typeof ACCOUNT_STEPS)[number]['fields'][number];

/** Find the step of a field; the first step for anything else. */
export function stepOf(path: string): number {
  const isWithin = (field: string): boolean => path === field || path.startsWith(`${field}.`);
  return Math.max(
    0,
    ACCOUNT_STEPS.findIndex(({ fields }) => fields.some(isWithin)),
  );
}
