import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { address } from './address.ts';
import { addressLine } from './address-line.ts';
import { editsAddresses } from './company-fields.ts';
import { openCompany } from './open-company.ts';

/**
 * Remove an address. If it was the default, the oldest other one of its kind becomes the default. The last
 * billing address cannot be removed.
 */
export const removeAddress = defineOperation({
  name: 'remove-address',
  version: 1,
  kind: 'intent',
  title: 'Remove address of organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, addressId: Id }),
  subjects: ({ companyId, addressId }) => [companyId, addressId],
  async run(tx, { companyId, addressId }, context) {
    await openCompany(tx, context, companyId, editsAddresses);
    const known = await tx.get(address, addressId);
    if (!known || known.deleted || known.companyId !== companyId)
      throw refuse('NOT_FOUND', 'This address is not there any more. Load the page again.');
    const [next] = (await tx.find(address, { companyId }))
      .filter(({ id, kind }) => id !== addressId && kind === known.kind)
      .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    if (known.kind === 'BILLING' && !next)
      throw refuse(
        'LAST_BILLING_ADDRESS',
        'Orders need a billing address. Change this one, or add another first.',
      );
    await tx.patch(address, addressId, { deleted: true, isDefault: false });
    if (known.isDefault && next) await tx.patch(address, next.id, { isDefault: true });
    await recordEvent(tx, context, {
      type: 'COMPANY_UPDATED',
      targetType: 'Company',
      targetId: companyId,
      data: { address: 'removed', kind: known.kind, from: addressLine(known) },
      customerVisible: true,
    });
    return applied;
  },
});
