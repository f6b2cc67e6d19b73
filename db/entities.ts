import { batch } from './batches/batch.ts';
import { batchControl } from './batches/batch-control.ts';
import { priceAdjustment } from './billing/adjustments/price-adjustment.ts';
import { creditNote } from './billing/credits/credit-note.ts';
import { invoice, invoiceLine } from './billing/invoices/invoice.ts';
import { invoiceSequence } from './billing/invoices/invoice-number.ts';
import { payment } from './billing/payments/payment.ts';
import { paymentEvent } from './billing/payments/payment-event.ts';
import { savedCard } from './billing/payments/saved-card.ts';
import { price, projectBasedPricing } from './billing/prices/price.ts';
import type { AnyEntity } from './entity.ts';
import { emailToken } from './identity/email-token.ts';
import { permissionGroup } from './identity/permission-group.ts';
import { person } from './identity/person.ts';
import { preference } from './identity/preference.ts';
import { signingKey } from './identity/signing-key.ts';
import { user } from './identity/user.ts';
import { userCompany } from './identity/user-company.ts';
import { certification } from './inventory/certification.ts';
import { equipment } from './inventory/equipment.ts';
import { inventoryItem } from './inventory/inventory-item.ts';
import { inventoryType } from './inventory/inventory-type.ts';
import { measurementUnit } from './inventory/measurement-unit.ts';
import { printJob } from './labels/print-job.ts';
import { orderApproval } from './ordering/approvals/order-approval.ts';
import { campaign } from './ordering/campaigns/campaign.ts';
import { clinicalAttestation } from './ordering/drafts/clinical-attestation.ts';
import { dataUseInfo } from './ordering/drafts/data-use-info.ts';
import { order } from './ordering/orders/order.ts';
import { orderSequence } from './ordering/orders/order-number.ts';
import { service } from './ordering/services/service.ts';
import { shipment } from './ordering/shipments/shipment.ts';
import { address } from './organizations/address.ts';
import { company } from './organizations/company.ts';
import { clinicianLicense } from './patients/clinician-license.ts';
import { patient } from './patients/patient.ts';
import { competence } from './protocols/competences/competence.ts';
import { field } from './protocols/field.ts';
import { flow, protocolFlow } from './protocols/flow.ts';
import { procedure } from './protocols/procedure.ts';
import { procedureDraft } from './protocols/procedures/procedure-draft.ts';
import { protocol } from './protocols/protocol.ts';
import { section, step } from './protocols/section.ts';
import { assignedSection } from './protocols/sections/assigned-section.ts';
import { signature } from './protocols/signing/signature.ts';
import { fieldValue } from './protocols/values/field-value.ts';
import { syncConflict } from './records/conflicts/sync-conflict.ts';
import { email } from './records/emails/email.ts';
import { accessLog } from './records/events/access-log.ts';
import { auditLog } from './records/events/audit-log.ts';
import { event } from './records/events/event.ts';
import { s3File } from './records/files/s3-file.ts';
import { importMapping } from './records/imports/import-mapping.ts';
import { note } from './records/notes/note.ts';
import { savedFilter } from './records/saved-filter.ts';
import { helpVideo } from './records/support/help-video.ts';
import { supportRequest } from './records/support/support-request.ts';
import { project } from './research/project.ts';
import { barcode } from './samples/barcode.ts';
import { sample } from './samples/sample.ts';
import { analysis } from './sequencing/analyses/analysis.ts';
import { analysisRun } from './sequencing/analysis-runs/analysis-run.ts';
import { flowCell } from './sequencing/flow-cells/flow-cell.ts';
import { flowCellUse } from './sequencing/flow-cells/flow-cell-use.ts';
import { poolMember } from './sequencing/pools/pool-member.ts';
import { batchResult } from './sequencing/runs/batch-result.ts';
import { sampleResult } from './sequencing/runs/sample-result.ts';
import { sequencer } from './sequencing/sequencers/sequencer.ts';
import { accessionGroup } from './specimens/accession/accession-group.ts';
import { discrepancy } from './specimens/discrepancies/discrepancy.ts';
import { specimen } from './specimens/specimen.ts';
import { storageManagement } from './storage/storage-management.ts';

const ENTITIES = [
  user,
  userCompany,
  person,
  preference,
  permissionGroup,
  signingKey,
  emailToken,
  company,
  address,
  clinicianLicense,
  service,
  campaign,
  order,
  shipment,
  dataUseInfo,
  clinicalAttestation,
  accessionGroup,
  specimen,
  discrepancy,
  barcode,
  sample,
  auditLog,
  accessLog,
  email,
  event,
  s3File,
  syncConflict,
  storageManagement,
  measurementUnit,
  inventoryType,
  inventoryItem,
  equipment,
  certification,
  protocol,
  flow,
  protocolFlow,
  procedure,
  procedureDraft,
  competence,
  section,
  step,
  field,
  batch,
  batchControl,
  assignedSection,
  fieldValue,
  signature,
  printJob,
  sequencer,
  analysis,
  batchResult,
  sampleResult,
  flowCell,
  flowCellUse,
  poolMember,
  analysisRun,
  project,
  price,
  projectBasedPricing,
  priceAdjustment,
  invoice,
  invoiceLine,
  payment,
  creditNote,
  savedCard,
  paymentEvent,
  invoiceSequence,
  orderSequence,
  orderApproval,
  patient,
  note,
  savedFilter,
  importMapping,
  supportRequest,
  helpVideo,
] as const;

/** Any entity of the catalog, with its own type. */
export type CataloguedEntity = (typeof ENTITIES)[number];

/** Every entity. The stores, the feed and the agreement test iterate over this list. */
export const CATALOGUE: readonly AnyEntity[] = ENTITIES;

const BY_NAME = new Map(CATALOGUE.map((entity) => [entity.name, entity]));

/** Return the entity with a name. */
export const entityNamed = (name: string): AnyEntity | undefined => BY_NAME.get(name);
