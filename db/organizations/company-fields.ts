import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import type { CompanyVerificationStatus } from './company-verification-status.ts';

/** What may be changed of a company on its page. */
export const COMPANY_FIELDS = [
  'name',
  'employerIdentificationNumber',
  'parentCompanyId',
  'salesRepUserId',
  'orderApprovalRequired',
  'billingEmails',
  'paymentTermsDays',
  'allowPurchaseOrder',
  'creditLimit',
  'netSuiteCustomerId',
] as const;
export type CompanyField = (typeof COMPANY_FIELDS)[number];

const TERMS = [
  'billingEmails',
  'paymentTermsDays',
  'allowPurchaseOrder',
  'creditLimit',
  'netSuiteCustomerId',
] as const satisfies CompanyField[];

const OWN = [
  'name',
  'employerIdentificationNumber',
  'billingEmails',
  'orderApprovalRequired',
] as const satisfies CompanyField[];

const SALES = [
  'name',
  'employerIdentificationNumber',
  'parentCompanyId',
  'salesRepUserId',
  'orderApprovalRequired',
  'billingEmails',
] as const satisfies CompanyField[];

/** Which fields each capability changes: staff of any company, managers of their own. Billing looks after the terms. */
const FIELDS: readonly { capability: Capability; fields: readonly CompanyField[] }[] = [
  { capability: 'editCompanies', fields: COMPANY_FIELDS },
  { capability: 'editCompanyTerms', fields: TERMS },
  { capability: 'editCompanySales', fields: SALES },
  { capability: 'answerForCompany', fields: OWN },
];

const fieldsOfRole = (role: Role): readonly CompanyField[] =>
  FIELDS.find(({ capability }) => hasCapability(role, capability))?.fields ?? [];

/** What was looked at when a company was approved: its own people ask before they change it. */
export const VERIFIED_FIELDS = ['name', 'employerIdentificationNumber'] as const satisfies CompanyField[];

/** Was this field looked at by whoever approved the company? */
export const isVerified = (field: CompanyField): boolean => VERIFIED_FIELDS.some((name) => name === field);

/** What customers are not told of their own company. */
export const STAFF_FIELDS = ['salesRepUserId', 'creditLimit', 'netSuiteCustomerId', 'holdReason'] as const;

/** Who asks what may be done with a company. */
export interface CompanyEditor {
  role: Role;
  companyId: string;
  permissions: readonly string[];
}

/** The company that is asked about. */
export interface EditedCompany {
  id: string;
  verificationStatus: CompanyVerificationStatus;
  /** The lab's own company, to which staff belong. */
  isHome: boolean;
}

const answersFor = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'answerForCompany') && editor.companyId === company.id;

function editsProfile(editor: CompanyEditor, company: EditedCompany): boolean {
  if (hasCapability(editor.role, 'answerForCompany'))
    return answersFor(editor, company) && hasPermission(editor.permissions, 'COMPANY_EDIT');
  return fieldsOfRole(editor.role).length > 0 && hasPermissionForAll(editor.permissions, 'COMPANY_EDIT');
}

/** The fields that somebody may change; billing managers need no permission for the terms, all others need theirs. */
export function fieldsToEdit(editor: CompanyEditor, company: EditedCompany): readonly CompanyField[] {
  if (hasCapability(editor.role, 'editCompanyTerms')) return TERMS;
  if (!editsProfile(editor, company)) return [];
  const fields = fieldsOfRole(editor.role);
  const checked = answersFor(editor, company) && company.verificationStatus === 'APPROVED';
  return checked ? fields.filter((field) => !isVerified(field)) : fields;
}

/** May somebody change the addresses? Billing managers need the billing address right. */
export const editsAddresses = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'editCompanyTerms') || editsProfile(editor, company);

/** May somebody put the company on hold and release it? */
export const holdsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'holdCompanies') && !company.isHome;

/** May somebody add and end the campaigns that the company pays for? */
export const keepsCampaigns = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'manageCampaigns') && !company.isHome;

/** May somebody ask for the company to be verified, first or again? */
export const mayRequestVerification = (editor: CompanyEditor, company: EditedCompany): boolean =>
  !hasCapability(editor.role, 'answerForCompany') && editsProfile(editor, company) && !company.isHome;

/** May somebody decide whether the company is approved? */
export const reviewsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'reviewCompanies') &&
  hasPermissionForAll(editor.permissions, 'COMPANY_EDIT') &&
  !company.isHome;

/** May somebody submit a rejected company again? */
export const resubmitsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  answersFor(editor, company) || mayRequestVerification(editor, company);
