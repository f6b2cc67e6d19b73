import { type Address, address } from '#db/organizations/address.ts';
import { type Company, company } from '#db/organizations/company.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
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

/** Build a shipping address. */
export const buildAddress = (overrides: Partial<Address> = {}): Address =>
  buildRow(
    address,
    {
      id: `address-${nextNumber('address')}`,
      kind: 'SHIPPING',
      line1: '12 Harbor Street',
      city: 'Portland',
      state: 'OR',
      postalCode: '97201',
      country: 'US',
      isDefault: true,
    },
    overrides,
  );

/** Build an organization as its page receives it, for tests. */
export const shownCompany = (overrides: Partial<ShownCompany> = {}): ShownCompany => ({
  id: 'company-1',
  version: 3,
  createdAt: '2026-11-01T09:00:00.000Z',
  name: 'Northfield Biotech',
  type: 'COMPANY',
  status: 'ACTIVE',
  verificationStatus: 'NOT_APPLICABLE',
  billingEmails: [],
  employerIdentificationNumber: null,
  parentCompanyId: null,
  paymentTermsDays: 30,
  allowPurchaseOrder: false,
  creditLimit: null,
  holdReason: null,
  netSuiteCustomerId: null,
  salesRepUserId: null,
  orderApprovalRequired: false,
  isHome: false,
  parent: null,
  children: [],
  salesRep: null,
  members: 2,
  addresses: [],
  campaigns: [],
  history: [],
  ...overrides,
});
