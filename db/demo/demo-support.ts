import type { Role } from '../access/roles.ts';
import { order } from '../ordering/order.ts';
import type { OrderStatus } from '../ordering/order-status.ts';
import { supportRequest } from '../support/support-request.ts';
import type { SupportSubject } from '../support/support-subject.ts';
import type { DemoWorld } from './demo-world.ts';

/** The support requests of customers about the first order of a status, with their answers. */
const REQUESTS: readonly {
  reference: string;
  subject: SupportSubject;
  role: Role;
  about: OrderStatus;
  message: string;
  outcome: string | null;
  daysAgo: number;
}[] = [
  {
    reference: 'SR-7KD3MQ',
    subject: 'SHIPMENT',
    role: 'COMPANY_USER',
    about: 'SHIPPED',
    message: 'The parcel has not moved for two days. Is it still on its way?',
    outcome: null,
    daysAgo: 1,
  },
  {
    reference: 'SR-P4XW9C',
    subject: 'RESULTS',
    role: 'COMPANY_MANAGER',
    about: 'COMPLETED',
    message: 'Until when can we download the raw data of this order?',
    outcome: 'Named the retention period and where it stands on the order.',
    daysAgo: 9,
  },
];

/** Insert a support request that waits for an answer and one that has it. */
export function putSupport(demo: DemoWorld): void {
  for (const { role, about, outcome, daysAgo, ...requestFields } of REQUESTS) {
    const { userId, companyId } = demo.actor(role);
    const [row] = demo.world.select(order, { status: about });
    demo.putRow(
      supportRequest,
      {
        id: demo.id(),
        ...requestFields,
        about: row?.orderNumber ?? null,
        status: outcome === null ? 'OPEN' : 'CLOSED',
        userId,
        companyId,
        outcome,
        closedAt: outcome === null ? null : demo.ago(daysAgo - 1),
        closedById: outcome === null ? null : demo.actor('CS_REP').userId,
        createdById: userId,
      },
      demo.ago(daysAgo),
    );
  }
}
