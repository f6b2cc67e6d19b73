import type { DataUseAgreement } from '../ordering/data-use-agreement.ts';
import { dataUseInfo } from '../ordering/data-use-info.ts';
import { AGREEMENT_VERSION } from '../ordering/draft-form.ts';
import { order } from '../ordering/order.ts';
import type { RetentionPeriod } from '../ordering/retention-period.ts';
import type { DemoWorld } from './demo-world.ts';

const AGREED: readonly { agreementTypes: readonly DataUseAgreement[]; retentionPeriod: RetentionPeriod }[] = [
  { agreementTypes: ['DEIDENTIFIED_DATA'], retentionPeriod: 'YEARS_3' },
  { agreementTypes: ['NO_RIGHTS'], retentionPeriod: 'YEARS_1' },
  { agreementTypes: ['DEIDENTIFIED_DATA', 'CLIENT_NAME'], retentionPeriod: 'YEARS_5' },
];

/** Insert the data use that the orderer agreed to; no order is submitted without it. */
export function putDataUse(demo: DemoWorld): void {
  const submitted = demo.world.all(order).filter(({ submittedAt }) => submittedAt !== null);
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
