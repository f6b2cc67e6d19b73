import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, cents, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { CompanyType } from './company-type.ts';
import { CompanyVerificationStatus } from './company-verification-status.ts';

/** Whether the company may order; a company on hold may not (domain 4.6). */
export const COMPANY_STATUSES = ['ACTIVE', 'ON_HOLD'] as const;
export const CompanyStatus = z.enum(COMPANY_STATUSES);
export type CompanyStatus = z.infer<typeof CompanyStatus>;

/** The screen text, order and tone of each status. */
export const COMPANY_STATUS: Record<CompanyStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  ON_HOLD: { label: 'On hold', rank: 1, tone: 'warning' },
};

/**
 * A customer organization, or the lab's own home company to which staff belong. Its addresses are `Address`
 * rows.
 */
export const company = defineEntity({
  name: 'Company',
  table: 'company',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    type: CompanyType,
    status: CompanyStatus,
    verificationStatus: CompanyVerificationStatus,
    billingEmails: z.array(z.email().max(254)),
    employerIdentificationNumber: z
      .string()
      .regex(/^\d{2}-\d{7}$/, 'Enter it as NN-NNNNNNN.')
      .nullable(),
    parentCompanyId: ref.nullable(),
    paymentTermsDays: int.min(0),
    allowPurchaseOrder: bool,
    creditLimit: cents.nullable(),
    holdReason: text.nullable(),
    netSuiteCustomerId: text.nullable(),
    salesRepUserId: ref.nullable(),
    orderApprovalRequired: bool,
    /** When the organization asked to pay by invoice; null when nobody waits for an answer. */
    invoicingRequestedAt: instant.nullable(),
    invoicingDeclinedReason: longText.nullable(),
  }),
  list: {
    sort: ['name', 'type', 'status', 'createdAt'],
    filter: ['type', 'status', 'verificationStatus', 'parentCompanyId', 'salesRepUserId'],
    search: ['name'],
  },
  indexes: ['name', 'parentCompanyId'],
  // The bench needs to know who sent a package and whether the account is on hold, but nothing about money.
  replica: {
    own: { collection: 'orders' },
    fields: ['name', 'type', 'status', 'holdReason', 'parentCompanyId'],
  },
});
export type Company = Row<typeof company>;
