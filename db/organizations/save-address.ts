import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { Id } from '#db/values/id.ts';
import { address, addressLine } from './address.ts';
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
