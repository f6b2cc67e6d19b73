import type { Capability } from './capabilities.ts';

interface CapabilityGroup {
  title: string;
  /** What somebody with the capability does; completes "A person of this role …". */
  capabilities: Partial<Record<Capability, string>>;
}

/** What each capability allows, for `docs/access.md`. Apart from the roles: the bench needs no descriptions. */
export const CAPABILITY_GROUPS: readonly CapabilityGroup[] = [
  {
    title: 'Specimens',
    capabilities: {
      holdSpecimens: 'puts specimens on hold, asks their customer, and releases what is on hold',
      quarantineSpecimens: 'puts specimens into quarantine',
      liftQuarantine: 'lifts a quarantine and proceeds at risk',
      completeSpecimenInfo: 'completes missing information and links unexpected tubes',
      arrangeReplacements: 'arranges a replacement or cancels the work on a discrepancy',
      releaseToBatch: 'releases specimens that wait for a full run',
      restartSpecimens: 'restarts specimens from their first stage',
      stopSpecimens: 'stops the work on specimens that failed',
      overrideMaterial: 'overrides the status of specimens and samples',
      decideOnOwnSpecimens: 'decides as a customer about specimens that need a decision',
      decideOnSpecimens: 'decides about specimens that need a decision, or records what the customer decided',
      cancelSpecimens: 'cancels specimens before they are received',
      cancelReceivedSpecimens: 'cancels specimens after they are received',
      repeatSamplesAgain: 'repeats a sample a second time after insufficient results',
      releaseResults: 'releases results to the customer',
      recallResults: 'recalls released results',
      approveClinicalResults: 'approves results of clinical work',
      approveResearchResults: 'approves results of research work',
    },
  },
  {
    title: 'Batches and bench',
    capabilities: {
      workAtBench:
        'works at the bench: is assigned to batches and sections, keeps a restricted place, and unlocks the app with a PIN',
      serveWholeLab:
        'as staff of the lab’s home entity, works on the specimens of every business entity that the lab serves',
      planBatches: 'creates, repeats and stops batches and requeues samples',
      createResearchBatches: 'creates research batches',
      manageBatches: 'cancels batches of others and places samples of another procedure',
      resetRunningBatches: 'repeats a batch that is in progress',
      decideQuality:
        'decides on quality: fails batches, accepts controls, reopens sections, confirms failures, releases lots',
      proposeBatchFailure: 'proposes that a batch fails on quality',
      approveClinicalBatches: 'approves completed clinical batches',
      approveResearchBatches: 'approves completed batches that are not clinical',
      overrideClinicalBatches: 'overrides the status of clinical batches',
      overrideResearchBatches: 'overrides the status of batches that are not clinical',
      writeRoutineProcedures: 'writes procedures, flows and protocols for routine work',
      createResearchProcedures: 'writes research procedures, flows and protocols',
      signOffClinicalProcedures: 'approves and rejects clinical procedures',
      signOffResearchProcedures: 'approves and rejects procedures that are not clinical',
      approveClinicalMethods: 'approves and rejects clinical flows and protocols',
      approveRoutineMethods: 'approves and rejects flows and protocols that are not clinical',
      reviewSections: 'reviews sections that somebody else signed',
      trainPeople: 'confirms that colleagues are trained, and revokes it',
      confirmAsSecondPerson: 'confirms as the second person with the own PIN',
      reopenInventoryItems: 'reopens an inventory item on the day after it was used up',
      useRestrictedPlaces: 'uses every location, whichever roles it is restricted to',
      resolveConflicts: 'resolves conflicts of all people in Data Sync',
      manageDevices: 'renames and revokes devices of other people',
      seeLateShipments: 'sees late shipments on the home page',
      loadBenchReplica: 'carries the data of the whole bench on a device',
      loadProjectReplica: 'carries specimens, samples, orders and batches on a device',
      loadServiceReplica: 'carries specimens and orders on a device',
    },
  },
  {
    title: 'Orders and services',
    capabilities: {
      confirmRegistration: 'confirms the specimens of an anticipated order',
      markOrdersShipped: 'marks orders as shipped',
      addKits: 'sends more collection kits',
      holdOrders: 'puts orders on hold and releases them',
      cancelOrders: 'cancels orders before they are received',
      cancelReceivedOrders: 'cancels orders after they are received',
      closeOrders: 'closes orders',
      overrideOrders: 'overrides the status of orders',
      deleteDrafts: 'deletes drafts of orders',
      discardAnyDraft: 'discards drafts that somebody else created',
      requestManagerApproval:
        'orders with the approval of the own manager, where the organization requires it',
      submitRework: 'submits a rework without an approval',
      approveRework: 'approves reworks',
      approvePurchaseOrders: 'approves purchase orders',
      approveDiscounts: 'approves discounts on orders',
      approveLargeDiscounts: 'approves large discounts on orders',
      approveCreditLimits: 'approves orders above the credit limit',
      approveAsManager: 'approves orders of colleagues for the own organization',
      openServices: 'makes a service of an internal protocol',
      openSalesPortal: 'starts the day on the sales portal',
      openServicePortal: 'starts the day on the customer service portal',
      openBillingPortal: 'starts the day on the billing portal',
    },
  },
  {
    title: 'Prices',
    capabilities: {
      approvePrices: 'approves prices below the list up to the limit of sales',
      approveLargePrices: 'approves prices further below the list',
      addFees: 'adds fees without an approval',
    },
  },
  {
    title: 'Organizations and users',
    capabilities: {
      editCompanies: 'edits all fields of organizations',
      editCompanyTerms: 'edits payment terms and billing data of organizations',
      editCompanySales: 'edits the profile and the sales representative of organizations',
      answerForCompany:
        'answers for the own organization: edits its profile, resubmits it and receives its notices',
      administerCompany: 'administers an organization; each keeps at least one such person',
      holdCompanies: 'puts organizations on hold and releases them',
      manageCampaigns: 'adds and ends the campaigns of sponsors',
      reviewCompanies: 'approves and rejects organizations',
      sellToCompanies: 'sells: is suggested as sales representative and sees the own organizations first',
      holdLicenses: 'has clinician licenses and orders as a physician',
      manageLicenses: 'manages the licenses of the clinicians of the own organization',
      reviewLicenses: 'verifies licenses of clinicians',
      grantHighestRoles: 'grants and takes the roles administrator and developer',
      administerSite: 'administers a business entity; each starts with one such person',
      allowDevices: 'allows a user more new devices on a day',
      resetSecondFactor: 'resets the second factor of a user',
      useSecondFactor: 'signs in with a second factor',
    },
  },
  {
    title: 'Notices',
    capabilities: {
      receiveSpecimenNotices: 'receives emails about specimens that need customer service',
      receiveFailureNotices: 'receives emails about specimens whose work was stopped or needs new material',
      receiveLabNotices: 'receives emails about stock, conflicts, certifications and runs',
      receiveBillingNotices: 'receives emails about disputes and other events of payments',
      receiveReviewNotices: 'receives emails about organizations and licenses that wait for a review',
      receiveSecurityNotices: 'receives emails about guessed PINs',
    },
  },
];
