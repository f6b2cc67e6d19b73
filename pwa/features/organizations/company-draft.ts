import { z } from 'zod';
import type { CompanyField } from '#db/organizations/company-fields.ts';
import { CompanyChanges } from '#db/organizations/company-form.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';

/** An organization's fields as form values. */
export interface CompanyDraft extends Record<string, unknown> {
  name: string;
  employerIdentificationNumber: string;
  parentCompanyId: string;
  salesRepUserId: string;
  orderApprovalRequired: boolean;
  billingEmails: string;
  paymentTermsDays: string;
  allowPurchaseOrder: boolean;
  creditLimit: string;
  netSuiteCustomerId: string;
}

/** Build the initial form values. */
export const draftOf = (company: ShownCompany): CompanyDraft => ({
  name: company.name,
  employerIdentificationNumber: company.employerIdentificationNumber ?? '',
  parentCompanyId: company.parentCompanyId ?? '',
  salesRepUserId: company.salesRepUserId ?? '',
  orderApprovalRequired: company.orderApprovalRequired,
  billingEmails: company.billingEmails.join('\n'),
  paymentTermsDays: String(company.paymentTermsDays),
  allowPurchaseOrder: company.allowPurchaseOrder,
  creditLimit: company.creditLimit === null ? '' : (company.creditLimit / 100).toFixed(2),
  netSuiteCustomerId: company.netSuiteCustomerId ?? '',
});

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Parse typed dollars into cents. */
export const cents = (text: string): number | null => {
  const [dollars = '', rest = ''] = text.split('.');
  return text === '' ? null : Number(dollars || '0') * 100 + Number(rest.padEnd(2, '0').slice(0, 2));
};

/** Parse the fields that this user may change; others are omitted. */
export const draftSchema = (fields: readonly CompanyField[]) =>
  z.custom<CompanyDraft>().transform((draft, context): CompanyChanges => {
    const typed = {
      ...draft,
      billingEmails: splitList(draft.billingEmails),
      paymentTermsDays: Number(draft.paymentTermsDays),
      creditLimit: cents(draft.creditLimit),
    };
    const ownFields = Object.entries(typed).filter(([name]) => fields.some((one) => one === name));
    const parsed = CompanyChanges.safeParse(Object.fromEntries(ownFields));
    if (parsed.success) return parsed.data;
    // An invalid address of a list is reported at the list.
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: path.slice(0, 1), message });
    return z.NEVER;
  });
