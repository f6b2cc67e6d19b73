import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { pageOf } from '#db/api/page-of.ts';
import { CampaignStatus } from '#db/ordering/campaigns/campaign.ts';
import { AddressKind } from './address.ts';
import { CompanyStatus } from './company.ts';
import { CompanyType } from './company-type.ts';
import { CompanyVerificationStatus } from './company-verification-status.ts';

/** A company as the list shows it. */
export const ListedCompany = z.object({
  id: z.string(),
  name: z.string(),
  type: CompanyType,
  status: CompanyStatus,
  verificationStatus: CompanyVerificationStatus,
  parentCompanyId: z.string().nullable(),
  parentName: z.string().nullable(),
  /** City and state of the site address, else of the billing address. */
  place: z.string().nullable(),
  members: z.number(),
  /** When the wait for verification began; null when the company does not wait. */
  waitingSince: z.string().nullable(),
  createdAt: z.string(),
});
export type ListedCompany = z.infer<typeof ListedCompany>;

/** A page of companies. */
export const CompanyPage = pageOf(ListedCompany);
export type CompanyPage = z.infer<typeof CompanyPage>;

/** An address as the page of its company shows it. */
export const ShownAddress = z.object({
  id: z.string(),
  kind: AddressKind,
  attention: z.string().nullable(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string().nullable(),
  isDefault: z.boolean(),
});
export type ShownAddress = z.infer<typeof ShownAddress>;

/** A campaign as the page of its sponsor shows it. */
export const ShownCampaign = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  status: CampaignStatus,
  /** Number of orders that were submitted in it. */
  orders: z.number(),
  /** Number of collection kits that these orders requested. */
  kits: z.number(),
  /** Price per kit for the sponsor, in cents; null where kits cost the sponsor nothing. */
  kitFee: z.number().nullable(),
});
export type ShownCampaign = z.infer<typeof ShownCampaign>;

/** One line of a record's history. */
export const HistoryEntry = z.object({
  id: z.string(),
  type: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  data: z.record(z.string(), z.json()),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const NamedRecord = z.object({ id: z.string(), name: z.string() });

/** `GET /api/companies/sales-reps`: people who can be a company's sales representative, sales roles first. */
export const SalesReps = z.object({ people: z.array(NamedRecord.extend({ role: Role })) });
export type SalesReps = z.infer<typeof SalesReps>;

/** One company with all that its page shows. Fields that customers may not see are null for them. */
export const ShownCompany = z.object({
  id: z.string(),
  version: z.number(),
  createdAt: z.string(),
  name: z.string(),
  type: CompanyType,
  status: CompanyStatus,
  verificationStatus: CompanyVerificationStatus,
  billingEmails: z.array(z.string()),
  employerIdentificationNumber: z.string().nullable(),
  parentCompanyId: z.string().nullable(),
  paymentTermsDays: z.number(),
  allowPurchaseOrder: z.boolean(),
  creditLimit: z.number().nullable(),
  holdReason: z.string().nullable(),
  netSuiteCustomerId: z.string().nullable(),
  salesRepUserId: z.string().nullable(),
  orderApprovalRequired: z.boolean(),
  isHome: z.boolean(),
  parent: NamedRecord.nullable(),
  children: z.array(NamedRecord),
  salesRep: NamedRecord.nullable(),
  members: z.number(),
  addresses: z.array(ShownAddress),
  /** Campaigns that the company pays for, the active ones first. */
  campaigns: z.array(ShownCampaign),
  history: z.array(HistoryEntry),
});
export type ShownCompany = z.infer<typeof ShownCompany>;
