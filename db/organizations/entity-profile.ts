import type { BusinessEntity } from '#db/values/business-entity.ts';

/** How a business unit presents itself to its customers. */
export interface EntityProfile {
  displayName: string;
  supportAddress: string;
  billingAddress: readonly string[];
  /** The colour of the logo. */
  colour: string;
}

/** Name, support and billing address of the two business units (specification 1). */
export const ENTITY_PROFILE: Record<BusinessEntity, EntityProfile> = {
  WBL: {
    displayName: 'WBL',
    supportAddress: 'support@wbl.example',
    billingAddress: ['WBL, Accounts Receivable', '100 Sequencing Way', 'Boston, MA 02115', 'US'],
    colour: '#0d7a87',
  },
  RESONANT: {
    displayName: 'RESONANT',
    supportAddress: 'support@resonant.example',
    billingAddress: ['RESONANT, Accounts Receivable', '200 Clinical Drive', 'Boston, MA 02116', 'US'],
    colour: '#5b45b5',
  },
};
