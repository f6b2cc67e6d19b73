import {
  type DataUseAgreement,
  dataUseInfo,
  type RetentionPeriod,
} from '#db/ordering/drafts/data-use-info.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { DemoWorld } from './demo-world.ts';

const AGREED: readonly { agreementTypes: readonly DataUseAgreement[]; retentionPeriod: RetentionPeriod }[] = [
  { agreementTypes: ['DEIDENTIFIED_DATA'], retentionPeriod: 'YEARS_3' },
  { agreementTypes: ['NO_RIGHTS'], retentionPeriod: 'YEARS_1' },
  { agreementTypes: ['DEIDENTIFIED_DATA', 'CLIENT_NAME'], retentionPeriod: 'YEARS_5' },
];

/** Insert the data use that the orderer agreed to; no order is submitted without it. */
export function putDataUse(demo: DemoWorld): void {
  const submitted = demo.all(order).filter(({ submittedAt }) => submittedAt !== null);
  for (const [index, { id: orderId, createdByUserId, submittedAt, createdAt }] of submitted.entries()) {
    const agreed = AGREED[index % AGREED.length];
    if (!agreed || !createdByUserId) continue;
    const at = submittedAt ?? createdAt;
    demo.putRow(
      dataUseInfo,
      {
        id: demo.id(),
        orderId,
        agreementTypes: [...agreed.agreementTypes],
        otherText: null,
        retentionPeriod: agreed.retentionPeriod,
        acceptedByUserId: createdByUserId,
        acceptedAt: at,
        agreementVersion: AGREEMENT_VERSION,
      },
      at,
    );
  }
}
