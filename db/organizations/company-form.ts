import { z } from 'zod';
import { addressFormat } from '#db/values/address-format.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { Id } from '#db/values/id.ts';
import { lineOrEmpty, oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';
import { hasKnownState, UNKNOWN_STATE } from '#db/values/us-state.ts';
import { AddressKind } from './address.ts';
import { CompanyType } from './company-type.ts';

const BillingEmails = z
  .array(EmailAddress)
  .max(10, 'Enter at most 10 addresses.')
  .transform((list) => [...new Set(list)]);

const Profile = z.strictObject({
  name: oneLine('Company name is required', 200),
  employerIdentificationNumber: orEmpty(z.string().regex(/^\d{2}-\d{7}$/, 'Enter it as NN-NNNNNNN.')),
  parentCompanyId: orEmpty(Id),
  salesRepUserId: orEmpty(Id),
  orderApprovalRequired: z.boolean(),
  billingEmails: BillingEmails,
  paymentTermsDays: z.int().min(0, 'Enter 0 to 365 days.').max(365, 'Enter 0 to 365 days.'),
  allowPurchaseOrder: z.boolean(),
  /** Integer cents; null is no limit. */
  creditLimit: z.int().min(0).max(100_000_000_000).nullable(),
  netSuiteCustomerId: orEmpty(oneLine('', 60)),
});

/** A company as staff enter it. */
export const NewCompany = z.strictObject({
  name: Profile.shape.name,
  type: CompanyType,
  employerIdentificationNumber: Profile.shape.employerIdentificationNumber.default(null),
  billingEmails: BillingEmails.default([]),
  parentCompanyId: Profile.shape.parentCompanyId.default(null),
});

/** A partial change of a company; omitted fields stay as they are. */
export const CompanyChanges = Profile.partial();
export type CompanyChanges = z.infer<typeof CompanyChanges>;

/** An address as a person enters it; a state of the United States has two letters. */
export const AddressForm = z
  .strictObject({
    kind: AddressKind,
    attention: orEmpty(oneLine('')).default(null),
    line1: oneLine('Address is required', 200),
    line2: orEmpty(oneLine('', 200)).default(null),
    city: oneLine('City is required'),
    // Only some countries have a state and a postal code.
    state: lineOrEmpty().transform((text) => (text.length === 2 ? text.toUpperCase() : text)),
    postalCode: lineOrEmpty(20),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Choose a country.')
      .default('US'),
    phone: orEmpty(Phone).default(null),
    isDefault: z.boolean().default(false),
  })
  .refine(hasKnownState, UNKNOWN_STATE)
  .superRefine((address, context) => {
    const format = addressFormat(address.country);
    for (const part of ['state', 'postalCode'] as const)
      if (format[part]?.isRequired && address[part] === '')
        context.addIssue({ code: 'custom', path: [part], message: `${format[part].label} is required` });
  });
