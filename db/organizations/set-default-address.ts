import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { address } from './address.ts';
import { addressLine } from './address-line.ts';
import { editsAddresses } from './company-fields.ts';
import { openCompany } from './open-company.ts';

/** Set the address of its kind that orders and packages use unless they name another. */
export const setDefaultAddress = defineOperation({
  name: 'set-default-address',
  version: 1,
  kind: 'intent',
  title: 'Choose default address of organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, addressId: Id }),
  subjects: ({ companyId, addressId }) => [companyId, addressId],
  async run(tx, { companyId, addressId }, context) {
    await openCompany(tx, context, companyId, editsAddresses);
    const all = await tx.find(address, { companyId });
    const selected = all.find(({ id }) => id === addressId);
    if (!selected) throw refuse('NOT_FOUND', 'This address is not there any more. Load the page again.');
    if (selected.isDefault) return merged('NOTHING_CHANGED', 'This address is the default already.');
    for (const { id, kind, isDefault } of all)
      if (kind === selected.kind && isDefault) await tx.patch(address, id, { isDefault: false });
    await tx.patch(address, addressId, { isDefault: true });
    await recordEvent(tx, context, {
      type: 'COMPANY_UPDATED',
      targetType: 'Company',
      targetId: companyId,
      data: { address: 'default', kind: selected.kind, to: addressLine(selected) },
      customerVisible: true,
    });
    return applied;
  },
});
