import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import type { CompanyVerificationStatus } from './company-verification-status.ts';

/** The fields of a company that its page can change. */
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

/** Fields that a reviewer checked before approval; the company's own people must request a change. */
const VERIFIED_FIELDS = ['name', 'employerIdentificationNumber'] as const satisfies CompanyField[];

/** Check whether the reviewer who approved the company verified this field. */
export const isVerified = (field: CompanyField): boolean => VERIFIED_FIELDS.some((name) => name === field);

/** Company fields that customers do not see, even of their own company. */
export const STAFF_FIELDS = ['salesRepUserId', 'creditLimit', 'netSuiteCustomerId', 'holdReason'] as const;

/** The person whose rights on a company are checked. */
export interface CompanyEditor {
  role: Role;
  companyId: string;
  permissions: readonly string[];
}

/** The company on which rights are checked. */
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

/**
 * List the fields that a person may change. Billing managers need no permission for the terms; all others
 * need COMPANY_EDIT.
 */
export function fieldsToEdit(editor: CompanyEditor, company: EditedCompany): readonly CompanyField[] {
  if (hasCapability(editor.role, 'editCompanyTerms')) return TERMS;
  if (!editsProfile(editor, company)) return [];
  const fields = fieldsOfRole(editor.role);
  const checked = answersFor(editor, company) && company.verificationStatus === 'APPROVED';
  return checked ? fields.filter((field) => !isVerified(field)) : fields;
}

/** Check whether a person may change the addresses. Billing managers need the billing address right. */
export const editsAddresses = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'editCompanyTerms') || editsProfile(editor, company);

/** Check whether a person may put the company on hold and release it. */
export const holdsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'holdCompanies') && !company.isHome;

/** Check whether a person may add and end the campaigns that the company pays for. */
export const keepsCampaigns = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'manageCampaigns') && !company.isHome;

/** Check whether a person may request verification of the company, the first time or again. */
export const mayRequestVerification = (editor: CompanyEditor, company: EditedCompany): boolean =>
  !hasCapability(editor.role, 'answerForCompany') && editsProfile(editor, company) && !company.isHome;

/** Check whether a person may approve or reject the company. */
export const reviewsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  hasCapability(editor.role, 'reviewCompanies') &&
  hasPermissionForAll(editor.permissions, 'COMPANY_EDIT') &&
  !company.isHome;

/** Check whether a person may resubmit a rejected company. */
export const resubmitsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  answersFor(editor, company) || mayRequestVerification(editor, company);
