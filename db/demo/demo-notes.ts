import type { Role } from '../access/roles.ts';
import { batch } from '../batches/batch.ts';
import { order } from '../ordering/order.ts';
import type { OrderStatus } from '../ordering/order-status.ts';
import { type Note, note } from '../records/note.ts';
import { sample } from '../samples/sample.ts';
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

/** Write the bench notes of a stored tube, of its specimen, and of a running batch. */
function putBenchNotes(demo: DemoWorld): void {
  const inside = { visibility: 'INTERNAL', pinned: false } as const;
  const tube = demo.world
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
  const [plate] = demo.world.select(batch, { status: 'IN_PROGRESS' });
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
    const [row] = demo.world.select(order, { status });
    if (!row) continue;
    const pinned = status === 'ON_HOLD';
    putNote(demo, role, text, { targetType: 'Order', targetId: row.id, visibility, pinned });
  }
  putBenchNotes(demo);
}
