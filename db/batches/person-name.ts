import { person } from '#db/identity/person.ts';
import type { Transaction } from '#db/transaction.ts';

/** Return the name of a colleague, for texts that must name a person. */
export async function personName(tx: Transaction, userId: string | null): Promise<string> {
  if (userId === null) return 'the system';
  const [personRow] = await tx.find(person, { userId, deleted: [true, false] });
  return personRow?.name ?? 'a colleague';
}
