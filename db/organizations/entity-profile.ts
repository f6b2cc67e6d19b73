import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The bench that receives packages, as a carrier's label needs it. */
interface ReceivingAddress {
  name: string;
  line1: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

const RECEIVING = { name: 'Specimen accessioning', city: 'Boston', state: 'MA', country: 'US' };

/** How a business entity presents itself to its customers. */
export interface EntityProfile {
  displayName: string;
  supportAddress: string;
  billingAddress: readonly string[];
  /** Shipping address for packages with specimens. */
  receivingAddress: ReceivingAddress;
  /** The color of the logo. */
  logoColor: string;
}

/** Name, support and billing address of the two business entities (specification 1). */
export const ENTITY_PROFILE: Record<BusinessEntity, EntityProfile> = {
  WBL: {
    displayName: 'WBL',
    supportAddress: 'support@wbl.example',
    billingAddress: ['WBL, Accounts Receivable', '100 Sequencing Way', 'Boston, MA 02115', 'US'],
    receivingAddress: { ...RECEIVING, line1: '100 Sequencing Way', postalCode: '02115' },
    logoColor: '#0d7a87',
  },
  RESONANT: {
    displayName: 'RESONANT',
    supportAddress: 'support@resonant.example',
    billingAddress: ['RESONANT, Accounts Receivable', '200 Clinical Drive', 'Boston, MA 02116', 'US'],
    receivingAddress: { ...RECEIVING, line1: '200 Clinical Drive', postalCode: '02116' },
    logoColor: '#5b45b5',
  },
};

/** Format the shipping address for packages on one line. */
export function receivingLine(entity: BusinessEntity): string {
  const { displayName, receivingAddress: to } = ENTITY_PROFILE[entity];
  return `${displayName}, ${to.name}, ${to.line1}, ${to.city}, ${to.state} ${to.postalCode}, ${to.country}`;
}
