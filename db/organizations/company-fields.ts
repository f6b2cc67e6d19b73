import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { isOneOf, type Role } from '#db/access/roles.ts';
import { CAMPAIGN_ROLES, HOLD_ROLES, MANAGER_ROLES, REVIEW_ROLES } from './company-lifecycle.ts';
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

/**
 * The fields that each role changes: staff of any company, managers of their own. Billing maintains the
 * terms.
 */
const FIELDS: Partial<Record<Role, readonly CompanyField[]>> = {
  ADMIN: COMPANY_FIELDS,
  DEVELOPER: COMPANY_FIELDS,
  CS_MANAGER: COMPANY_FIELDS,
  BILLING_MANAGER: TERMS,
  SALES_LEADER: [
    'name',
    'employerIdentificationNumber',
    'parentCompanyId',
    'salesRepUserId',
    'orderApprovalRequired',
    'billingEmails',
  ],
  COMPANY_MANAGER: OWN,
  INSTITUTION_MANAGER: OWN,
  CLINICAL_MANAGER: OWN,
};

/** Fields that a reviewer checked before approval; the company's own people must request a change. */
export const VERIFIED_FIELDS = ['name', 'employerIdentificationNumber'] as const satisfies CompanyField[];

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
  isOneOf(editor.role, MANAGER_ROLES) && editor.companyId === company.id;

function editsProfile(editor: CompanyEditor, company: EditedCompany): boolean {
  if (isOneOf(editor.role, MANAGER_ROLES))
    return answersFor(editor, company) && hasPermission(editor.permissions, 'COMPANY_EDIT');
  return FIELDS[editor.role] !== undefined && hasPermissionForAll(editor.permissions, 'COMPANY_EDIT');
}

/**
 * List the fields that a person may change. Billing managers need no permission for the terms; all others
 * need COMPANY_EDIT.
 */
export function fieldsToEdit(editor: CompanyEditor, company: EditedCompany): readonly CompanyField[] {
  if (editor.role === 'BILLING_MANAGER') return TERMS;
  if (!editsProfile(editor, company)) return [];
  const fields = FIELDS[editor.role] ?? [];
  const checked = answersFor(editor, company) && company.verificationStatus === 'APPROVED';
  return checked ? fields.filter((field) => !isVerified(field)) : fields;
}

/** Check whether a person may change the addresses. Billing managers need the billing address right. */
export const editsAddresses = (editor: CompanyEditor, company: EditedCompany): boolean =>
  editor.role === 'BILLING_MANAGER' || editsProfile(editor, company);

/** Check whether a person may put the company on hold and release it. */
export const holdsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  isOneOf(editor.role, HOLD_ROLES) && !company.isHome;

/** Check whether a person may add and end the campaigns that the company pays for. */
export const keepsCampaigns = (editor: CompanyEditor, company: EditedCompany): boolean =>
  isOneOf(editor.role, CAMPAIGN_ROLES) && !company.isHome;

/** Check whether a person may request verification of the company, the first time or again. */
export const mayRequestVerification = (editor: CompanyEditor, company: EditedCompany): boolean =>
  !isOneOf(editor.role, MANAGER_ROLES) && editsProfile(editor, company) && !company.isHome;

/** Check whether a person may approve or reject the company. */
export const reviewsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  isOneOf(editor.role, REVIEW_ROLES) &&
  hasPermissionForAll(editor.permissions, 'COMPANY_EDIT') &&
  !company.isHome;

/** Check whether a person may resubmit a rejected company. */
export const resubmitsCompany = (editor: CompanyEditor, company: EditedCompany): boolean =>
  answersFor(editor, company) || mayRequestVerification(editor, company);
