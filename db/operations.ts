import { moveBatchToVersion } from './batches/move-to-version.ts';
import { overrideBatch } from './batches/override-batch.ts';
import { BENCH_OPERATIONS } from './bench-operations.ts';
import {
  decidePriceAdjustment,
  proposePriceAdjustment,
  withdrawPriceAdjustment,
} from './billing/adjustments/propose-price-adjustment.ts';
import { setSalesPrice } from './billing/adjustments/set-sales-price.ts';
import { setSpecimenDiscount } from './billing/adjustments/set-specimen-discount.ts';
import { creditInvoice } from './billing/credits/credit-invoice.ts';
import { billNow, markReadyToBill } from './billing/invoices/bill-now.ts';
import { correctInvoice, voidInvoice } from './billing/invoices/correct-invoice.ts';
import { issueInvoice } from './billing/invoices/issue-invoice.ts';
import { updateInvoice } from './billing/invoices/update-invoice.ts';
import { removeSavedCard, setDefaultCard } from './billing/payments/change-saved-cards.ts';
import { recordBouncedPayment, recordPayment } from './billing/payments/record-payment.ts';
import { recordRefund } from './billing/payments/record-refund.ts';
import { startOrderPayment, startPayment } from './billing/payments/start-payment.ts';
import { endPrice, setPrice } from './billing/prices/set-price.ts';
import { decideProjectPrice, endProjectPrice, setProjectPrice } from './billing/prices/set-project-price.ts';
import { allowDevices, changeRole, toggleUserStatus } from './identity/change-membership.ts';
import { changePermissionGroups } from './identity/change-permission-groups.ts';
import { inviteUser, withdrawInvitation } from './identity/invite-user.ts';
import { removeProfileImage, setProfileImage } from './identity/profile-image.ts';
import { savePreference } from './identity/save-preference.ts';
import { updateProfile, updateUser } from './identity/update-user.ts';
import { addInventoryItem } from './inventory/add-inventory-item.ts';
import type { ArgsByName, OperationDefinition } from './operation.ts';
import { decideApproval } from './ordering/approvals/decide-approval.ts';
import { addCampaign, endCampaign, resumeCampaign, updateCampaign } from './ordering/campaigns/campaigns.ts';
import { acceptDataUse } from './ordering/drafts/accept-data-use.ts';
import { chooseSourceSpecimens, continueOrder } from './ordering/drafts/continue-order.ts';
import { copyOrder } from './ordering/drafts/copy-order.ts';
import { signAttestation } from './ordering/drafts/sign-attestation.ts';
import { discardDraft, startOrder } from './ordering/drafts/start-order.ts';
import { submitOrder } from './ordering/drafts/submit-order.ts';
import { updateOrderDraft } from './ordering/drafts/update-order-draft.ts';
import { confirmMapping } from './ordering/manifest/confirm-mapping.ts';
import { removeRequisitions, saveRequisitions } from './ordering/manifest/save-requisitions.ts';
import { attachPurchaseOrder } from './ordering/orders/attach-purchase-order.ts';
import { cancelSpecimens } from './ordering/orders/cancel-specimens.ts';
import { closeOrder } from './ordering/orders/close-order.ts';
import { confirmRegistration } from './ordering/orders/confirm-registration.ts';
import { deleteSpecimen } from './ordering/orders/delete-specimen.ts';
import { cancelOrder, deleteOrder } from './ordering/orders/end-order.ts';
import { holdOrder, releaseOrder } from './ordering/orders/hold-order.ts';
import { overrideCancelOrder, overrideOrder } from './ordering/orders/override-order.ts';
import { removeServiceImage, setServiceImage } from './ordering/services/service-image.ts';
import { changeServiceStatus, updateService } from './ordering/services/update-service.ts';
import { addKits } from './ordering/shipments/add-kits.ts';
import { buyShippingLabel, voidShippingLabel } from './ordering/shipments/buy-shipping-label.ts';
import { chooseLabel } from './ordering/shipments/label-fee.ts';
import { markOrderShipped } from './ordering/shipments/mark-order-shipped.ts';
import { saveTrackingNumber } from './ordering/shipments/save-tracking-number.ts';
import { holdCompany, releaseCompany } from './organizations/hold-company.ts';
import { answerInvoicing, requestInvoicing } from './organizations/request-invoicing.ts';
import { removeAddress, saveAddress, setDefaultAddress } from './organizations/save-address.ts';
import { createCompany, updateCompany } from './organizations/save-company.ts';
import {
  approveCompany,
  rejectCompany,
  requestCompanyVerification,
  resubmitCompany,
} from './organizations/verify-company.ts';
import { editLicense, renewLicense, submitLicense } from './patients/edit-license.ts';
import { archivePatient, editPatient, enterPatient, restorePatient } from './patients/edit-patient.ts';
import { markLicenseError, verifyLicense } from './patients/verify-license.ts';
import { grantCompetence, revokeCompetence } from './protocols/competences/grant-competence.ts';
import { approveFlow, rejectFlow } from './protocols/flows/approve-flow.ts';
import { archiveFlow } from './protocols/flows/archive-flow.ts';
import { createFlow, startFlowVersion } from './protocols/flows/create-flow.ts';
import { saveFlowDraft, setFlowAuthors } from './protocols/flows/save-flow-draft.ts';
import { submitFlow, withdrawFlow } from './protocols/flows/submit-flow.ts';
import { removeLibrarySection, saveLibrarySection } from './protocols/library/library-section.ts';
import { archiveProcedure } from './protocols/procedures/archive-procedure.ts';
import { createProcedure, startProcedureVersion } from './protocols/procedures/create-procedure.ts';
import { saveProcedureDraft, setProcedureAuthors } from './protocols/procedures/save-procedure-draft.ts';
import { rejectProcedure, signOffProcedure } from './protocols/procedures/sign-off-procedure.ts';
import { storeProcedureFile } from './protocols/procedures/store-procedure-file.ts';
import { submitProcedure, withdrawProcedure } from './protocols/procedures/submit-procedure.ts';
import { approveProtocol, rejectProtocol } from './protocols/protocols/approve-protocol.ts';
import { createProtocol, startProtocolVersion } from './protocols/protocols/create-protocol.ts';
import {
  deprecateProtocol,
  discontinueProtocol,
  reinstateProtocol,
} from './protocols/protocols/retire-protocol.ts';
import {
  saveProtocolDraft,
  setProtocolAuthors,
  submitProtocol,
  withdrawProtocol,
} from './protocols/protocols/save-protocol-draft.ts';
import { sendEmailAgain } from './records/emails/send-email-again.ts';
import { announceDocument, storeDocument } from './records/files/announce-document.ts';
import { deleteFiles } from './records/files/delete-files.ts';
import { keepPhoto } from './records/files/keep-photo.ts';
import { recordDownload } from './records/files/record-download.ts';
import { editNote, removeNote } from './records/notes/edit-note.ts';
import { changeView, removeView, saveView } from './records/save-view.ts';
import { askSupport, changeSupportStatus } from './records/support/ask-support.ts';
import { addHelpVideo, editHelpVideo, removeHelpVideo } from './records/support/edit-help-videos.ts';
import { changeProjectStatus, createProject, deleteProject, updateProject } from './research/edit-project.ts';
import { overrideSample } from './samples/override-sample.ts';
import { importRun } from './sequencing/runs/import-run.ts';
import { judgeRun, judgeSampleResult } from './sequencing/runs/judge-run.ts';
import { SEQUENCER_OPERATIONS } from './sequencing/sequencers/manage-sequencers.ts';
import { completeSpecimenInfo } from './specimens/complete-specimen-info.ts';
import { decideSpecimen } from './specimens/discrepancies/decide-specimen.ts';
import { overrideSpecimen } from './specimens/override-specimen.ts';
import { approveSpecimens, recallResults, releaseResults } from './specimens/results/release-results.ts';

/** Every operation of the lab: those of the bench, and those that run online only. */
const OPERATIONS = [
  ...BENCH_OPERATIONS,
  allowDevices,
  changePermissionGroups,
  changeRole,
  inviteUser,
  removeProfileImage,
  savePreference,
  setProfileImage,
  toggleUserStatus,
  updateProfile,
  updateUser,
  withdrawInvitation,
  acceptDataUse,
  signAttestation,
  cancelOrder,
  cancelSpecimens,
  closeOrder,
  confirmRegistration,
  decideApproval,
  deleteOrder,
  deleteSpecimen,
  discardDraft,
  holdOrder,
  markOrderShipped,
  buyShippingLabel,
  chooseLabel,
  saveTrackingNumber,
  voidShippingLabel,
  overrideCancelOrder,
  overrideOrder,
  releaseOrder,
  removeRequisitions,
  saveRequisitions,
  confirmMapping,
  startOrder,
  continueOrder,
  copyOrder,
  chooseSourceSpecimens,
  submitOrder,
  billNow,
  correctInvoice,
  creditInvoice,
  requestInvoicing,
  answerInvoicing,
  moveBatchToVersion,
  overrideBatch,
  overrideSample,
  overrideSpecimen,
  issueInvoice,
  markReadyToBill,
  recordBouncedPayment,
  recordPayment,
  recordRefund,
  removeSavedCard,
  setDefaultCard,
  updateInvoice,
  voidInvoice,
  startPayment,
  startOrderPayment,
  updateOrderDraft,
  addInventoryItem,
  addCampaign,
  addKits,
  updateCampaign,
  endCampaign,
  resumeCampaign,
  approveCompany,
  createCompany,
  holdCompany,
  rejectCompany,
  releaseCompany,
  removeAddress,
  requestCompanyVerification,
  resubmitCompany,
  saveAddress,
  setDefaultAddress,
  updateCompany,
  archivePatient,
  restorePatient,
  editLicense,
  editPatient,
  enterPatient,
  markLicenseError,
  renewLicense,
  submitLicense,
  verifyLicense,
  announceDocument,
  deleteFiles,
  keepPhoto,
  recordDownload,
  storeDocument,
  attachPurchaseOrder,
  editNote,
  removeNote,
  decidePriceAdjustment,
  decideProjectPrice,
  endPrice,
  endProjectPrice,
  proposePriceAdjustment,
  setSalesPrice,
  setSpecimenDiscount,
  setPrice,
  setProjectPrice,
  withdrawPriceAdjustment,
  changeServiceStatus,
  updateService,
  approveProtocol,
  createProtocol,
  deprecateProtocol,
  discontinueProtocol,
  reinstateProtocol,
  rejectProtocol,
  saveProtocolDraft,
  setProtocolAuthors,
  startProtocolVersion,
  submitProtocol,
  withdrawProtocol,
  approveFlow,
  archiveFlow,
  createFlow,
  rejectFlow,
  saveFlowDraft,
  setFlowAuthors,
  startFlowVersion,
  submitFlow,
  withdrawFlow,
  ...SEQUENCER_OPERATIONS,
  importRun,
  judgeRun,
  judgeSampleResult,
  grantCompetence,
  revokeCompetence,
  archiveProcedure,
  createProcedure,
  removeLibrarySection,
  saveLibrarySection,
  rejectProcedure,
  saveProcedureDraft,
  setProcedureAuthors,
  signOffProcedure,
  startProcedureVersion,
  storeProcedureFile,
  submitProcedure,
  withdrawProcedure,
  setServiceImage,
  removeServiceImage,
  changeProjectStatus,
  deleteProject,
  createProject,
  updateProject,
  completeSpecimenInfo,
  decideSpecimen,
  approveSpecimens,
  releaseResults,
  recallResults,
  saveView,
  sendEmailAgain,
  changeView,
  removeView,
  askSupport,
  changeSupportStatus,
  addHelpVideo,
  editHelpVideo,
  removeHelpVideo,
] as const satisfies readonly OperationDefinition[];

export const OPERATION_LIST: readonly OperationDefinition[] = OPERATIONS;

/** The arguments of every operation, by name. */
export type OperationArgs = ArgsByName<typeof OPERATIONS>;
export type OperationName = keyof OperationArgs;

const BY_NAME: ReadonlyMap<string, OperationDefinition> = new Map(
  OPERATION_LIST.map((operation) => [operation.name, operation]),
);

/** Return the operation with a name, or undefined when this version of the product does not know it. */
export const operationNamed = (name: string): OperationDefinition | undefined => BY_NAME.get(name);
