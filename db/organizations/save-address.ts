import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { address } from './address.ts';
import { addressLine } from './address-line.ts';
import { editsAddresses } from './company-fields.ts';
import { AddressForm } from './company-form.ts';
import { openCompany } from './open-company.ts';

/**
 * Add or change an address. The first of its kind becomes the default; choosing another one moves the
 * default.
 */
export const saveAddress = defineOperation({
  name: 'save-address',
  version: 1,
  kind: 'intent',
  title: 'Save address of organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, addressId: Id, address: AddressForm }),
  subjects: ({ companyId, addressId }) => [companyId, addressId],
  async run(tx, { companyId, addressId, address: addressInput }, context) {
    await openCompany(tx, context, companyId, editsAddresses);
    const known = await tx.get(address, addressId);
    if (known && (known.deleted || known.companyId !== companyId))
      throw refuse('NOT_FOUND', 'This address is not there any more. Load the page again.');
    if (known && known.kind !== addressInput.kind)
      throw refuse('VALIDATION', 'An address keeps its kind. Add another address instead.');
    const sameAddresses = (await tx.find(address, { companyId })).filter(
      ({ id, kind }) => id !== addressId && kind === addressInput.kind,
    );
    const otherDefaults = sameAddresses.filter(({ isDefault }) => isDefault);
    const isDefault = addressInput.isDefault || otherDefaults.length === 0;
    if (isDefault) for (const { id } of otherDefaults) await tx.patch(address, id, { isDefault: false });
    const { kind, ...changes } = { ...addressInput, isDefault };
    if (known) await tx.patch(address, addressId, changes);
    else await tx.insert(address, { ...changes, kind, id: addressId, companyId });
    await recordEvent(tx, context, {
      type: 'COMPANY_UPDATED',
      targetType: 'Company',
      targetId: companyId,
      data: {
        address: known ? 'changed' : 'added',
        kind,
        to: addressLine(addressInput),
        ...(known ? { from: addressLine(known) } : {}),
      },
      customerVisible: true,
    });
    return applied;
  },
});
