import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ADMINISTRATORS, BENCH_ROLES, type Role } from './roles.ts';

const CUSTOMER_SERVICE = ['CS_MANAGER', 'CS_REP'] as const;
const SERVICE_AND_PROJECTS = [...CUSTOMER_SERVICE, 'PROJECT_MANAGER'] as const;
const SALES = ['SALES_LEADER', 'SALES_REP'] as const;
const COMPANY_MANAGERS = ['COMPANY_MANAGER', 'INSTITUTION_MANAGER', 'CLINICAL_MANAGER'] as const;
const ORDERING_CUSTOMERS = [...COMPANY_MANAGERS, 'COMPANY_USER', 'INSTITUTION_USER', 'CLINICIAN'] as const;
const DECIDERS = [
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  ...ADMINISTRATORS,
] as const;

/** Which roles may do what beyond their grants; `capability-titles.ts` describes each. */
export const CAPABILITIES = {
  // Specimens
  holdSpecimens: ['LAB_MANAGER', 'PROJECT_MANAGER', ...CUSTOMER_SERVICE, ...ADMINISTRATORS],
  quarantineSpecimens: ['LAB_MANAGER', 'PROJECT_MANAGER', ...CUSTOMER_SERVICE, ...ADMINISTRATORS, 'LAB_TECH'],
  liftQuarantine: [...DECIDERS],
  completeSpecimenInfo: [...DECIDERS, 'PROJECT_MANAGER', ...CUSTOMER_SERVICE],
  arrangeReplacements: [...DECIDERS, 'PROJECT_MANAGER', ...CUSTOMER_SERVICE],
  releaseToBatch: ['LAB_MANAGER', 'PROJECT_MANAGER', ...ADMINISTRATORS],
  restartSpecimens: ['LAB_MANAGER', 'PROJECT_MANAGER', ...ADMINISTRATORS],
  stopSpecimens: [...DECIDERS, 'PROJECT_MANAGER'],
  overrideMaterial: ['LAB_MANAGER', 'PROJECT_MANAGER', ...ADMINISTRATORS],
  decideOnOwnSpecimens: [...ORDERING_CUSTOMERS],
  decideOnSpecimens: [...ORDERING_CUSTOMERS, ...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  cancelSpecimens: [...COMPANY_MANAGERS, ...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  cancelReceivedSpecimens: ['PROJECT_MANAGER', 'LAB_MANAGER', ...ADMINISTRATORS],
  repeatSamplesAgain: ['PROJECT_MANAGER', ...ADMINISTRATORS],
  releaseResults: [...DECIDERS, 'PROJECT_MANAGER'],
  recallResults: ['LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR', 'PROJECT_MANAGER', ...ADMINISTRATORS],
  approveClinicalResults: ['LAB_CLINICAL_DIRECTOR', ...ADMINISTRATORS],
  approveResearchResults: ['LAB_RESEARCH_DIRECTOR', ...ADMINISTRATORS],
  // Batches and bench
  workAtBench: [...BENCH_ROLES],
  serveWholeLab: [...BENCH_ROLES, 'PROJECT_MANAGER', ...ADMINISTRATORS],
  planBatches: ['PROJECT_MANAGER', ...DECIDERS],
  createResearchBatches: ['PROJECT_MANAGER', ...DECIDERS, 'RESEARCH_ASSISTANT'],
  manageBatches: ['LAB_MANAGER', 'PROJECT_MANAGER', ...ADMINISTRATORS],
  resetRunningBatches: ['LAB_MANAGER', ...ADMINISTRATORS],
  decideQuality: [...DECIDERS],
  proposeBatchFailure: ['LAB_TECH', 'RESEARCH_ASSISTANT'],
  approveClinicalBatches: ['LAB_CLINICAL_DIRECTOR', ...ADMINISTRATORS],
  approveResearchBatches: ['LAB_RESEARCH_DIRECTOR', 'LAB_MANAGER', ...ADMINISTRATORS],
  requestBatchApproval: ['LAB_MANAGER', ...ADMINISTRATORS],
  withdrawBatchApproval: ['LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR', ...ADMINISTRATORS],
  readClinicalDecisions: ['LAB_CLINICAL_DIRECTOR', ...ADMINISTRATORS],
  readResearchDecisions: ['LAB_RESEARCH_DIRECTOR', 'PROJECT_MANAGER', ...ADMINISTRATORS],
  overrideClinicalBatches: ['LAB_MANAGER', 'LAB_CLINICAL_DIRECTOR', ...ADMINISTRATORS],
  overrideResearchBatches: ['LAB_MANAGER', 'LAB_RESEARCH_DIRECTOR', ...ADMINISTRATORS],
  writeRoutineProcedures: ['PROJECT_MANAGER', ...DECIDERS],
  createResearchProcedures: ['LAB_RESEARCH_DIRECTOR', 'RESEARCH_ASSISTANT', ...ADMINISTRATORS],
  signOffClinicalProcedures: ['LAB_CLINICAL_DIRECTOR', ...ADMINISTRATORS],
  signOffResearchProcedures: ['LAB_RESEARCH_DIRECTOR', ...ADMINISTRATORS],
  approveClinicalMethods: ['LAB_CLINICAL_DIRECTOR', ...ADMINISTRATORS],
  approveRoutineMethods: ['LAB_RESEARCH_DIRECTOR', 'LAB_MANAGER', ...ADMINISTRATORS],
  approveAnalyses: [...DECIDERS],
  reviewSections: [...DECIDERS, 'LAB_TECH'],
  trainPeople: [...DECIDERS],
  confirmAsSecondPerson: [...BENCH_ROLES, 'ADMIN'],
  reopenInventoryItems: ['LAB_MANAGER', ...ADMINISTRATORS],
  decideWarrantyClaims: ['LAB_MANAGER', ...ADMINISTRATORS],
  useRestrictedPlaces: [...ADMINISTRATORS],
  resolveConflicts: [...DECIDERS],
  manageDevices: [...DECIDERS],
  seeLateShipments: ['LAB_MANAGER', ...ADMINISTRATORS],
  loadBenchReplica: [...BENCH_ROLES, ...ADMINISTRATORS],
  loadProjectReplica: ['PROJECT_MANAGER'],
  loadServiceReplica: [...CUSTOMER_SERVICE],
  // Orders and services
  confirmRegistration: [...ORDERING_CUSTOMERS, ...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  markOrdersShipped: [...ORDERING_CUSTOMERS, ...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  addKits: [...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  holdOrders: ['BILLING_MANAGER', ...SERVICE_AND_PROJECTS, 'LAB_MANAGER', ...ADMINISTRATORS],
  cancelOrders: [...COMPANY_MANAGERS, ...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  cancelReceivedOrders: ['PROJECT_MANAGER', ...ADMINISTRATORS],
  closeOrders: ['PROJECT_MANAGER', 'LAB_MANAGER', ...ADMINISTRATORS],
  overrideOrders: ['PROJECT_MANAGER', ...ADMINISTRATORS],
  deleteDrafts: [...SERVICE_AND_PROJECTS, ...ADMINISTRATORS],
  discardAnyDraft: [...ADMINISTRATORS],
  requestManagerApproval: ['COMPANY_USER', 'INSTITUTION_USER', 'CLINICIAN', 'CLINICAL_BILLING_MANAGER'],
  submitRework: ['PROJECT_MANAGER', 'LAB_MANAGER', ...ADMINISTRATORS],
  approveRework: ['PROJECT_MANAGER', 'LAB_MANAGER', ...ADMINISTRATORS],
  approvePurchaseOrders: ['BILLING_MANAGER', ...ADMINISTRATORS],
  approveDiscounts: ['SALES_LEADER', ...ADMINISTRATORS],
  approveLargeDiscounts: ['BILLING_MANAGER', ...ADMINISTRATORS],
  approveCreditLimits: ['BILLING_MANAGER', ...ADMINISTRATORS],
  approveAsManager: [...COMPANY_MANAGERS, ...ADMINISTRATORS],
  openServices: ['PROJECT_MANAGER', ...ADMINISTRATORS],
  openSalesPortal: [...SALES],
  openServicePortal: [...CUSTOMER_SERVICE],
  openBillingPortal: ['BILLING_MANAGER'],
  // Prices
  approvePrices: ['SALES_LEADER', ...ADMINISTRATORS],
  approveLargePrices: ['BILLING_MANAGER', ...ADMINISTRATORS],
  addFees: ['BILLING_MANAGER', 'PROJECT_MANAGER', 'SALES_LEADER', ...ADMINISTRATORS],
  // Organizations and users
  editCompanies: ['CS_MANAGER', ...ADMINISTRATORS],
  editCompanyTerms: ['BILLING_MANAGER'],
  editCompanySales: ['SALES_LEADER'],
  answerForCompany: [...COMPANY_MANAGERS],
  administerCompany: [...COMPANY_MANAGERS, ...ADMINISTRATORS],
  holdCompanies: ['BILLING_MANAGER', 'CS_MANAGER', ...ADMINISTRATORS],
  manageCampaigns: ['BILLING_MANAGER', 'CS_MANAGER', 'SALES_LEADER', ...ADMINISTRATORS],
  reviewCompanies: ['CS_MANAGER', ...ADMINISTRATORS],
  sellToCompanies: [...SALES],
  holdLicenses: ['CLINICIAN'],
  manageLicenses: ['CLINICAL_MANAGER'],
  reviewLicenses: ['CS_MANAGER', ...ADMINISTRATORS],
  grantHighestRoles: [...ADMINISTRATORS],
  administerSite: ['ADMIN'],
  allowDevices: [...ADMINISTRATORS],
  resetSecondFactor: [...ADMINISTRATORS],
  useSecondFactor: [
    'ADMIN',
    'DEVELOPER',
    'BILLING_MANAGER',
    'LAB_CLINICAL_DIRECTOR',
    'LAB_RESEARCH_DIRECTOR',
  ],
  // Notices
  receiveSpecimenNotices: [...CUSTOMER_SERVICE],
  receiveFailureNotices: ['PROJECT_MANAGER'],
  receiveLabNotices: ['LAB_MANAGER'],
  receiveBillingNotices: ['BILLING_MANAGER'],
  receiveReviewNotices: ['CS_MANAGER', 'ADMIN'],
  receiveSecurityNotices: ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>;
export type Capability = keyof typeof CAPABILITIES;

/** Lists the roles that have a capability. */
export const rolesWith = (capability: Capability): readonly Role[] => CAPABILITIES[capability];

/** Reports whether a role has a capability; rules and pages ask this instead of comparing roles. */
export const hasCapability = (role: Role, capability: Capability): boolean =>
  rolesWith(capability).includes(role);

/** Lists the roles whose work a capability is: administrators have it too, but nobody writes to them about it. */
export const primaryRolesWith = (capability: Capability): readonly Role[] =>
  rolesWith(capability).filter((role) => !ADMINISTRATORS.some((name) => name === role));

/** Refuses an actor whose role does not have the capability. */
export function requireCapability({ actor }: { actor: { role: Role } }, capability: Capability): void {
  if (!hasCapability(actor.role, capability)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}
