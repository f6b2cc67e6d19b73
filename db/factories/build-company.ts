import { type Company, company } from '#db/organizations/company.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an active customer company. */
export const buildCompany = (overrides: Partial<Company> = {}): Company =>
  buildRow(
    company,
    {
      id: `company-${nextNumber('company')}`,
      name: 'Northwind Genomics',
      type: 'COMPANY',
      status: 'ACTIVE',
      verificationStatus: 'NOT_APPLICABLE',
      billingEmails: ['billing@northwind.example'],
      paymentTermsDays: 30,
      allowPurchaseOrder: false,
      orderApprovalRequired: false,
    },
    overrides,
  );
