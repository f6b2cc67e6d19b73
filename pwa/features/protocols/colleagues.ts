import { hasCapability } from '#db/access/capabilities.ts';
import { batch } from '#db/batches/batch.ts';
import { person } from '#db/identity/person.ts';
import { assignedSection } from '#db/protocols/assigned-section.ts';
import type { Transaction } from '#db/transaction.ts';
import { humanize } from '#pwa/format/names.ts';

/** A bench user for whom a section can be planned. */
export interface Colleague {
  userId: string;
  name: string;
  roleName: string;
  /** Sections of open batches that are planned for them and not completed. */
  open: number;
}

/** List the bench users: the current user first, then by name, each with their planned sections. */
export async function readColleagues(tx: Transaction, me: string): Promise<Colleague[]> {
  const open = await tx.find(batch, { status: ['NOT_STARTED', 'IN_PROGRESS'] });
  const batchId = open.map((one) => one.id);
  const sections = batchId.length === 0 ? [] : await tx.find(assignedSection, { batchId });
  const planned = new Map<string, number>();
  for (const { assignedUserId, completionEventId } of sections)
    if (assignedUserId !== null && completionEventId === null)
      planned.set(assignedUserId, (planned.get(assignedUserId) ?? 0) + 1);
  const people = (await tx.find(person, {})).filter(
    (one) => !one.deactivated && (hasCapability(one.role, 'workAtBench') || one.userId === me),
  );
  return people
    .map(({ userId, name, role }) => ({
      userId,
      name,
      roleName: humanize(role),
      open: planned.get(userId) ?? 0,
    }))
    .sort((a, b) =>
      a.userId === me ? -1 : b.userId === me ? 1 : a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
    );
}
