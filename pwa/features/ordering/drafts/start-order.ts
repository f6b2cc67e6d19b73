import type { Role } from '#db/access/roles.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { draftCalls } from './draft-client.ts';
import { addressEntries } from './draft-entries.ts';

/** Create an order, and copy from an earlier one what does not depend on the service. */
export async function startOrder(
  role: Role,
  {
    protocolId,
    companyId,
    like,
  }: { protocolId: string; companyId: string | null; like?: string | undefined },
): Promise<string> {
  const calls = draftCalls(role);
  const before = like === undefined ? null : await calls.read(like);
  const { order } = await calls.start({
    protocolId,
    companyId: before?.order.companyId ?? companyId,
    orderType: before?.offeredOrderTypes.includes(before.order.orderType) ? before.order.orderType : null,
  });
  if (!before) return order.id;
  const { postSequenceOption, carrier, packageCount, billingAddress, shippingAddress } = before.order;
  await calls.save(order.id, order.version, {
    postSequenceOption,
    carrier,
    packageCount,
    billingAddress: addressEntries(billingAddress),
    shippingAddress: shippingAddress === null ? null : addressEntries(shippingAddress),
  });
  if (before.dataUse?.agreementVersion === AGREEMENT_VERSION) {
    const { agreementTypes, otherText, retentionPeriod } = before.dataUse;
    await calls.acceptDataUse(order.id, {
      agreementTypes,
      otherText,
      retentionPeriod,
      agreementVersion: AGREEMENT_VERSION,
    });
  }
  return order.id;
}
