import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { type Note, note } from '#db/records/notes/note.ts';
import { type SupportSubject, supportRequest } from '#db/records/support/support-request.ts';
import { sample } from '#db/samples/sample.ts';
import type { DemoWorld } from './demo-world.ts';

/** The notes on the first order of each status. */
const NOTES: readonly { status: OrderStatus; role: Role; visibility: Note['visibility']; text: string }[] = [
  {
    status: 'ON_HOLD',
    role: 'CS_REP',
    visibility: 'INTERNAL',
    text: 'Called on Tuesday. The revised purchase order comes this week.',
  },
  {
    status: 'SHIPPED',
    role: 'COMPANY_MANAGER',
    visibility: 'CUSTOMER',
    text: 'Tubes 3 and 4 are low in volume. Please run them anyway.',
  },
  {
    status: 'COMPLETED',
    role: 'PROJECT_MANAGER',
    visibility: 'CUSTOMER',
    text: 'All results are released. Leftover material stays in storage.',
  },
];

/** Write a note on a record, dated two days ago. */
function putNote(
  demo: DemoWorld,
  role: Role,
  text: string,
  more: Pick<Note, 'targetType' | 'targetId' | 'visibility' | 'pinned'>,
): void {
  const { userId } = demo.actor(role);
  demo.putRow(
    note,
    {
      id: demo.id(),
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      bodyText: text,
      authorId: userId,
      mentions: [],
      createdById: userId,
      ...more,
    },
    demo.ago(2),
  );
}

/** Write the bench notes of a stored tube, of its specimen, and of a running batch of the lab. */
function putBenchNotes(demo: DemoWorld): void {
  const inside = { visibility: 'INTERNAL', pinned: false } as const;
  const tube = demo
    .select(sample, { status: 'IN_QUEUE' })
    .find(({ storageLocationId }) => storageLocationId !== null);
  if (tube)
    putNote(demo, 'LAB_TECH', 'The cap is cracked. Change the tube before the next freeze.', {
      targetType: 'Sample',
      targetId: tube.id,
      ...inside,
    });
  if (tube?.specimenId)
    putNote(demo, 'CS_REP', 'The customer asked to keep what is left over for a year.', {
      targetType: 'Specimen',
      targetId: tube.specimenId,
      ...inside,
    });
  const [plate] = demo.select(batch, { status: 'IN_PROGRESS' });
  if (plate)
    putNote(demo, 'LAB_MANAGER', 'Use the second centrifuge, the first one is booked this afternoon.', {
      targetType: 'Batch',
      targetId: plate.id,
      ...inside,
      pinned: true,
    });
}

/** Insert a note of staff, one of a customer, one for a customer, and some of the bench. */
export function putNotes(demo: DemoWorld): void {
  for (const { status, role, visibility, text } of NOTES) {
    const [row] = demo.select(order, { status });
    if (!row) continue;
    const pinned = status === 'ON_HOLD';
    putNote(demo, role, text, { targetType: 'Order', targetId: row.id, visibility, pinned });
  }
  putBenchNotes(demo);
}

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
    const [row] = demo.select(order, { status: about });
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
