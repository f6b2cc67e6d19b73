import * as accounts from './accounts.ts';
import * as approvals from './approvals.ts';
import * as assignedSections from './assigned-sections.ts';
import * as barcodes from './barcodes.ts';
import * as batches from './batches.ts';
import * as billing from './billing.ts';
import * as billingInvoices from './billing-invoices.ts';
import * as billingReports from './billing-reports.ts';
import type { CallDefinition } from './call-definition.ts';
import * as campaigns from './campaigns.ts';
import * as clinicianLicenses from './clinician-licenses.ts';
import * as companies from './companies.ts';
import * as companyAddresses from './company-addresses.ts';
import * as dataSync from './data-sync.ts';
import * as drafts from './drafts.ts';
import * as emails from './emails.ts';
import * as events from './events.ts';
import * as files from './files.ts';
import * as inventory from './inventory.ts';
import * as invoices from './invoices.ts';
import * as jobs from './jobs.ts';
import * as labDrafts from './lab-drafts.ts';
import * as labOrders from './lab-orders.ts';
import * as labSpecimens from './lab-specimens.ts';
import * as manifest from './manifest.ts';
import * as notes from './notes.ts';
import * as orderContinuation from './order-continuation.ts';
import * as orderFiles from './order-files.ts';
import * as orders from './orders.ts';
import * as patients from './patients.ts';
import * as payments from './payments.ts';
import * as permissions from './permissions.ts';
import * as pins from './pins.ts';
import * as preferences from './preferences.ts';
import * as priceAdjustments from './price-adjustments.ts';
import * as prices from './prices.ts';
import * as projectPrices from './project-prices.ts';
import * as projects from './projects.ts';
import * as protocols from './protocols.ts';
import * as results from './results.ts';
import * as samples from './samples.ts';
import * as savedViews from './saved-views.ts';
import * as secondFactor from './second-factor.ts';
import * as services from './services.ts';
import * as sessions from './sessions.ts';
import * as shipping from './shipping.ts';
import * as specimenFiles from './specimen-files.ts';
import * as specimens from './specimens.ts';
import * as storage from './storage.ts';
import * as support from './support.ts';
import * as sync from './sync.ts';
import * as system from './system.ts';
import * as users from './users.ts';

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
  permissions,
  pins,
  preferences,
  priceAdjustments,
  prices,
  projectPrices,
  projects,
  protocols,
  results,
  samples,
  savedViews,
  secondFactor,
  services,
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
