import type { Role } from '#db/access/roles.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { call } from '#pwa/api/call.ts';
import { draftCallsOf } from './draft-client.ts';
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
  const calls = draftCallsOf(role);
  const before = like === undefined ? null : await call(calls.read, { params: { id: like } });
  const { order } = await call(calls.start, {
    body: {
      protocolId,
      companyId: before?.order.companyId ?? companyId,
      orderType: before?.offeredOrderTypes.includes(before.order.orderType) ? before.order.orderType : null,
    },
  });
  if (!before) return order.id;
  const params = { id: order.id };
  const { postSequenceOption, carrier, packageCount, billingAddress, shippingAddress } = before.order;
  const changes = {
    postSequenceOption,
    carrier,
    packageCount,
    billingAddress: addressEntries(billingAddress),
    shippingAddress: shippingAddress === null ? null : addressEntries(shippingAddress),
  };
  await call(calls.update, { params, body: { seenVersion: order.version, changes } });
  if (before.dataUse?.agreementVersion === AGREEMENT_VERSION) {
    const { agreementTypes, otherText, retentionPeriod } = before.dataUse;
    await call(calls.acceptDataUse, {
      params,
      body: { agreementTypes, otherText, retentionPeriod, agreementVersion: AGREEMENT_VERSION },
    });
  }
  return order.id;
}
