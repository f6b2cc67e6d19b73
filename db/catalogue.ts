import { batch } from './batches/batch.ts';
import { batchControl } from './batches/batch-control.ts';
import { invoice } from './billing/invoice.ts';
import { invoiceLine } from './billing/invoice-line.ts';
import { invoiceSequence } from './billing/invoice-sequence.ts';
import { payment } from './billing/payment.ts';
import { paymentEvent } from './billing/payment-event.ts';
import { price } from './billing/price.ts';
import { priceAdjustment } from './billing/price-adjustment.ts';
import { projectBasedPricing } from './billing/project-based-pricing.ts';
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
import { campaign } from './ordering/campaign.ts';
import { dataUseInfo } from './ordering/data-use-info.ts';
import { order } from './ordering/order.ts';
import { orderApproval } from './ordering/order-approval.ts';
import { orderSequence } from './ordering/order-sequence.ts';
import { service } from './ordering/service.ts';
import { shipment } from './ordering/shipment.ts';
import { address } from './organizations/address.ts';
import { company } from './organizations/company.ts';
import { clinicianLicense } from './patients/clinician-license.ts';
import { patient } from './patients/patient.ts';
import { assignedSection } from './protocols/assigned-section.ts';
import { field } from './protocols/field.ts';
import { fieldValue } from './protocols/field-value.ts';
import { flow } from './protocols/flow.ts';
import { procedure } from './protocols/procedure.ts';
import { protocol } from './protocols/protocol.ts';
import { protocolFlow } from './protocols/protocol-flow.ts';
import { section } from './protocols/section.ts';
import { signature } from './protocols/signature.ts';
import { step } from './protocols/step.ts';
import { accessLog } from './records/access-log.ts';
import { auditLog } from './records/audit-log.ts';
import { email } from './records/email.ts';
import { event } from './records/event.ts';
import { note } from './records/note.ts';
import { s3File } from './records/s3-file.ts';
import { savedFilter } from './records/saved-filter.ts';
import { syncConflict } from './records/sync-conflict.ts';
import { project } from './research/project.ts';
import { barcode } from './samples/barcode.ts';
import { sample } from './samples/sample.ts';
import { accessionGroup } from './specimens/accession-group.ts';
import { discrepancy } from './specimens/discrepancy.ts';
import { specimen } from './specimens/specimen.ts';
import { storageManagement } from './storage/storage-management.ts';
import { helpVideo } from './support/help-video.ts';
import { supportRequest } from './support/support-request.ts';

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
  section,
  step,
  field,
  batch,
  batchControl,
  assignedSection,
  fieldValue,
  signature,
  printJob,
  project,
  price,
  projectBasedPricing,
  priceAdjustment,
  invoice,
  invoiceLine,
  payment,
  paymentEvent,
  invoiceSequence,
  orderSequence,
  orderApproval,
  patient,
  note,
  savedFilter,
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
