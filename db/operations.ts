import { overrideBatch } from './batches/override-batch.ts';
import { BENCH_OPERATIONS } from './bench-operations.ts';
import { billNow } from './billing/bill-now.ts';
import { correctInvoice } from './billing/correct-invoice.ts';
import { decidePriceAdjustment } from './billing/decide-price-adjustment.ts';
import { decideProjectPrice } from './billing/decide-project-price.ts';
import { endPrice } from './billing/end-price.ts';
import { endProjectPrice } from './billing/end-project-price.ts';
import { issueInvoice } from './billing/issue-invoice.ts';
import { markReadyToBill } from './billing/mark-ready-to-bill.ts';
import { proposePriceAdjustment } from './billing/propose-price-adjustment.ts';
import { recordBouncedPayment } from './billing/record-bounced-payment.ts';
import { recordPayment } from './billing/record-payment.ts';
import { recordRefund } from './billing/record-refund.ts';
import { setPrice } from './billing/set-price.ts';
import { setProjectPrice } from './billing/set-project-price.ts';
import { setSalesPrice } from './billing/set-sales-price.ts';
import { setSpecimenDiscount } from './billing/set-specimen-discount.ts';
import { startOrderPayment } from './billing/start-order-payment.ts';
import { startPayment } from './billing/start-payment.ts';
import { updateInvoice } from './billing/update-invoice.ts';
import { voidInvoice } from './billing/void-invoice.ts';
import { withdrawPriceAdjustment } from './billing/withdraw-price-adjustment.ts';
import { allowDevices } from './identity/allow-devices.ts';
import { changePermissionGroups } from './identity/change-permission-groups.ts';
import { changeRole } from './identity/change-role.ts';
import { inviteUser } from './identity/invite-user.ts';
import { removeProfileImage } from './identity/remove-profile-image.ts';
import { savePreference } from './identity/save-preference.ts';
import { setProfileImage } from './identity/set-profile-image.ts';
import { toggleUserStatus } from './identity/toggle-user-status.ts';
import { updateProfile } from './identity/update-profile.ts';
import { updateUser } from './identity/update-user.ts';
import { withdrawInvitation } from './identity/withdraw-invitation.ts';
import { addInventoryItem } from './inventory/add-inventory-item.ts';
import type { ArgsByName, OperationDefinition } from './operation.ts';
import { acceptDataUse } from './ordering/accept-data-use.ts';
import { addCampaign } from './ordering/add-campaign.ts';
import { addKits } from './ordering/add-kits.ts';
import { attachPurchaseOrder } from './ordering/attach-purchase-order.ts';
import { buyShippingLabel } from './ordering/buy-shipping-label.ts';
import { cancelOrder } from './ordering/cancel-order.ts';
import { cancelSpecimens } from './ordering/cancel-specimens.ts';
import { changeServiceStatus } from './ordering/change-service-status.ts';
import { chooseSourceSpecimens } from './ordering/choose-source-specimens.ts';
import { closeOrder } from './ordering/close-order.ts';
import { confirmRegistration } from './ordering/confirm-registration.ts';
import { continueOrder } from './ordering/continue-order.ts';
import { decideApproval } from './ordering/decide-approval.ts';
import { deleteOrder } from './ordering/delete-order.ts';
import { deleteSpecimen } from './ordering/delete-specimen.ts';
import { discardDraft } from './ordering/discard-draft.ts';
import { endCampaign } from './ordering/end-campaign.ts';
import { holdOrder } from './ordering/hold-order.ts';
import { markOrderShipped } from './ordering/mark-order-shipped.ts';
import { overrideCancelOrder } from './ordering/override-cancel-order.ts';
import { overrideOrder } from './ordering/override-order.ts';
import { releaseOrder } from './ordering/release-order.ts';
import { removeRequisitions } from './ordering/remove-requisitions.ts';
import { resumeCampaign } from './ordering/resume-campaign.ts';
import { saveRequisitions } from './ordering/save-requisitions.ts';
import { saveTrackingNumber } from './ordering/save-tracking-number.ts';
import { removeServiceImage, setServiceImage } from './ordering/service-image.ts';
import { startOrder } from './ordering/start-order.ts';
import { submitOrder } from './ordering/submit-order.ts';
import { updateCampaign } from './ordering/update-campaign.ts';
import { updateOrderDraft } from './ordering/update-order-draft.ts';
import { updateService } from './ordering/update-service.ts';
import { voidShippingLabel } from './ordering/void-shipping-label.ts';
import { approveCompany } from './organizations/approve-company.ts';
import { createCompany } from './organizations/create-company.ts';
import { holdCompany } from './organizations/hold-company.ts';
import { rejectCompany } from './organizations/reject-company.ts';
import { releaseCompany } from './organizations/release-company.ts';
import { removeAddress } from './organizations/remove-address.ts';
import { requestCompanyVerification } from './organizations/request-company-verification.ts';
import { resubmitCompany } from './organizations/resubmit-company.ts';
import { saveAddress } from './organizations/save-address.ts';
import { setDefaultAddress } from './organizations/set-default-address.ts';
import { updateCompany } from './organizations/update-company.ts';
import { archivePatient } from './patients/archive-patient.ts';
import { editLicense } from './patients/edit-license.ts';
import { editPatient } from './patients/edit-patient.ts';
import { enterPatient } from './patients/enter-patient.ts';
import { markLicenseError } from './patients/mark-license-error.ts';
import { renewLicense } from './patients/renew-license.ts';
import { restorePatient } from './patients/restore-patient.ts';
import { submitLicense } from './patients/submit-license.ts';
import { verifyLicense } from './patients/verify-license.ts';
import { announceDocument } from './records/announce-document.ts';
import { changeView } from './records/change-view.ts';
import { deleteFiles } from './records/delete-files.ts';
import { editNote } from './records/edit-note.ts';
import { keepPhoto } from './records/keep-photo.ts';
import { recordDownload } from './records/record-download.ts';
import { removeNote } from './records/remove-note.ts';
import { removeView } from './records/remove-view.ts';
import { saveView } from './records/save-view.ts';
import { sendEmailAgain } from './records/send-email-again.ts';
import { storeDocument } from './records/store-document.ts';
import { changeProjectStatus } from './research/change-project-status.ts';
import { createProject } from './research/create-project.ts';
import { deleteProject } from './research/delete-project.ts';
import { updateProject } from './research/update-project.ts';
import { overrideSample } from './samples/override-sample.ts';
import { approveSpecimens } from './specimens/approve-specimens.ts';
import { completeSpecimenInfo } from './specimens/complete-specimen-info.ts';
import { decideSpecimen } from './specimens/decide-specimen.ts';
import { overrideSpecimen } from './specimens/override-specimen.ts';
import { recallResults } from './specimens/recall-results.ts';
import { releaseResults } from './specimens/release-results.ts';
import { askSupport } from './support/ask-support.ts';
import { changeSupportStatus } from './support/change-support-status.ts';
import { addHelpVideo, editHelpVideo, removeHelpVideo } from './support/video-operations.ts';

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
  saveTrackingNumber,
  voidShippingLabel,
  overrideCancelOrder,
  overrideOrder,
  releaseOrder,
  removeRequisitions,
  saveRequisitions,
  startOrder,
  continueOrder,
  chooseSourceSpecimens,
  submitOrder,
  billNow,
  correctInvoice,
  overrideBatch,
  overrideSample,
  overrideSpecimen,
  issueInvoice,
  markReadyToBill,
  recordBouncedPayment,
  recordPayment,
  recordRefund,
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
