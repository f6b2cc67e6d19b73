import type { Role } from '../access/roles.ts';
import { order } from '../ordering/order.ts';
import type { OrderStatus } from '../ordering/order-status.ts';
import { type Note, note } from '../records/note.ts';
import type { DemoWorld } from './demo-world.ts';

/** What somebody wrote on the first order of a status. */
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

/** Puts a note of staff, one of a customer and one for a customer. */
export function putNotes(demo: DemoWorld): void {
  for (const { status, role, visibility, text } of NOTES) {
    const [row] = demo.world.where(order, { status });
    if (!row) continue;
    const { userId } = demo.actor(role);
    const content = [{ type: 'paragraph', content: [{ type: 'text', text }] }];
    demo.put(
      note,
      {
        id: demo.id(),
        targetType: 'Order',
        targetId: row.id,
        body: { type: 'doc', content },
        bodyText: text,
        authorId: userId,
        visibility,
        pinned: status === 'ON_HOLD',
        mentions: [],
        createdById: userId,
      },
      demo.ago(2),
    );
  }
}
