import * as batches from './batches.ts';
import * as billing from './billing/billing.ts';
import * as billingInvoices from './billing/billing-invoices.ts';
import * as billingReports from './billing/billing-reports.ts';
import * as invoices from './billing/invoices.ts';
import * as payments from './billing/payments.ts';
import * as priceAdjustments from './billing/price-adjustments.ts';
import * as prices from './billing/prices.ts';
import * as projectPrices from './billing/project-prices.ts';
import * as savedCards from './billing/saved-cards.ts';
import type { CallDefinition } from './call-definition.ts';
import * as accounts from './identity/accounts.ts';
import * as permissions from './identity/permissions.ts';
import * as pins from './identity/pins.ts';
import * as preferences from './identity/preferences.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as sessions from './identity/sessions.ts';
import * as users from './identity/users.ts';
import * as inventory from './inventory.ts';
import * as approvals from './ordering/approvals.ts';
import * as campaigns from './ordering/campaigns.ts';
import * as drafts from './ordering/drafts.ts';
import * as labDrafts from './ordering/lab-drafts.ts';
import * as labOrders from './ordering/lab-orders.ts';
import * as manifest from './ordering/manifest.ts';
import * as orderContinuation from './ordering/order-continuation.ts';
import * as orderFiles from './ordering/order-files.ts';
import * as orders from './ordering/orders.ts';
import * as services from './ordering/services.ts';
import * as shipping from './ordering/shipping.ts';
import * as companies from './organizations/companies.ts';
import * as companyAddresses from './organizations/company-addresses.ts';
import * as clinicianLicenses from './patients/clinician-licenses.ts';
import * as patients from './patients/patients.ts';
import * as projects from './projects.ts';
import * as assignedSections from './protocols/assigned-sections.ts';
import * as flows from './protocols/flows.ts';
import * as librarySections from './protocols/library-sections.ts';
import * as procedureFiles from './protocols/procedure-files.ts';
import * as procedureVersions from './protocols/procedure-versions.ts';
import * as protocolVersions from './protocols/protocol-versions.ts';
import * as protocols from './protocols/protocols.ts';
import * as training from './protocols/training.ts';
import * as dataSync from './records/data-sync.ts';
import * as emails from './records/emails.ts';
import * as events from './records/events.ts';
import * as files from './records/files.ts';
import * as jobs from './records/jobs.ts';
import * as notes from './records/notes.ts';
import * as savedViews from './records/saved-views.ts';
import * as search from './records/search.ts';
import * as support from './records/support.ts';
import * as results from './results.ts';
import * as barcodes from './samples/barcodes.ts';
import * as samples from './samples/samples.ts';
import * as analyses from './sequencing/analyses.ts';
import * as runFolders from './sequencing/run-folders.ts';
import * as runs from './sequencing/runs.ts';
import * as sampleSheets from './sequencing/sample-sheets.ts';
import * as sequencers from './sequencing/sequencers.ts';
import * as labSpecimens from './specimens/lab-specimens.ts';
import * as specimenFiles from './specimens/specimen-files.ts';
import * as specimens from './specimens/specimens.ts';
import * as storage from './storage.ts';
import * as sync from './sync.ts';
import * as system from './system.ts';

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;

/** The modules of declared calls, by noun. Only the server and tests load all of them. */
const MODULES: readonly object[] = [
  accounts,
  approvals,
  assignedSections,
  barcodes,
  batches,
  billing,
  billingInvoices,
  billingReports,
  campaigns,
  clinicianLicenses,
  companies,
  companyAddresses,
  dataSync,
  drafts,
  emails,
  events,
  files,
  inventory,
  invoices,
  jobs,
  labDrafts,
  labOrders,
  labSpecimens,
  manifest,
  notes,
  orderContinuation,
  orderFiles,
  orders,
  patients,
  payments,
  savedCards,
  permissions,
  pins,
  preferences,
  priceAdjustments,
  prices,
  projectPrices,
  projects,
  librarySections,
  flows,
  procedureFiles,
  procedureVersions,
  protocolVersions,
  protocols,
  training,
  results,
  samples,
  savedViews,
  search,
  secondFactor,
  services,
  sampleSheets,
  sequencers,
  runFolders,
  analyses,
  runs,
  sessions,
  shipping,
  specimenFiles,
  specimens,
  storage,
  support,
  sync,
  system,
  users,
];

/** Every declared call. */
export const CALLS: readonly CallDefinition[] = MODULES.flatMap((module) =>
  Object.values(module).filter(isCall),
);
