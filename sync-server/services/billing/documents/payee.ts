import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';

/** What a billing document says about the business entity that issues it. */
export interface Payee {
  entity: BusinessEntity;
  zone: string;
  /** Address of the site's pages. */
  site: string;
  /** The lines of the bank account; empty until it is configured. */
  bankAccount: readonly string[];
  taxId: string | null;
}

/** Return the payee data of a business entity from the settings. */
export function payeeOf({ env }: Pick<AppServices, 'env'>, entity: BusinessEntity): Payee {
  const account = env.BANK_ACCOUNTS[entity];
  return {
    entity,
    zone: env.LAB_TIMEZONE,
    site: publicUrl(env, entity),
    bankAccount: account === null ? [] : account.split(';').map((line) => line.trim()),
    taxId: env.TAX_IDS[entity],
  };
}

/** Return the lines that tell how to pay what a document names. */
export function paymentInstructions({ entity, bankAccount }: Payee, name: string, url: string): string {
  const { supportAddress, billingAddress } = ENTITY_PROFILE[entity];
  return [
    `By card: open ${url}`,
    ...(bankAccount.length > 0 ? [`By transfer: ${bankAccount.join(', ')}. Reference: ${name}`] : []),
    `By check${bankAccount.length > 0 ? '' : ' or transfer'}: write ${name} on it, to ${billingAddress.join(', ')}`,
    `Questions: ${supportAddress}`,
  ].join('\n');
}

/** Return the issuer's block of a document: legal name and tax number. */
export const issuerText = ({ entity, taxId }: Payee): string =>
  [ENTITY_PROFILE[entity].displayName, taxId === null ? '' : `Tax ID ${taxId}`].filter(Boolean).join('\n');
