import type { ClientBase } from 'pg';
import type { Grant } from '#db/access/families.ts';
import type { Role } from '#db/access/roles.ts';
import { personName } from '#db/batches/find-batch.ts';
import { person } from '#db/identity/person.ts';
import { user } from '#db/identity/user.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import type { AuthorChoice, VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { isDraft, isPossibleAuthor, type VersionState } from '#db/protocols/versions/version-rules.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

/** Read with the rules of `db/` what a person of the lab sees, in one transaction. */
export function readInLab<T>(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  read: (tx: Transaction, client: ClientBase) => Promise<T>,
): Promise<T> {
  const at = now().toISOString();
  return inTransaction(pool, (client) =>
    read(
      new PgTransaction(client, {
        at,
        userId: session.userId,
        ...scopeOfActor(session, 'bench'),
        receivedAt: at,
        requestId: 'read',
      }),
      client,
    ),
  );
}

/** Read the signatures on a version; one is valid while it covers what the version is now. */
export async function readSignatures(
  tx: Transaction,
  { targetType, targetId, contentHash }: Pick<Signature, 'targetType' | 'targetId' | 'contentHash'>,
): Promise<VersionSignature[]> {
  const rows = await tx.find(signature, { targetId });
  return rows
    .filter((row) => row.targetType === targetType)
    .map((row) => ({ ...row, valid: row.verified === 'OK' && row.contentHash === contentHash }));
}

/** Read whom an author may add to the authors of a draft; nobody for other readers. */
export async function readAuthorChoices(
  tx: Transaction,
  { userId, lab }: Session,
  row: Parameters<typeof isPossibleAuthor>[1] & VersionState,
  { grant, mayDecide }: { grant: Grant; mayDecide(role: Role): boolean },
): Promise<AuthorChoice[]> {
  if (!row.authorIds.includes(userId) || !isDraft(row)) return [];
  const choices = new Map<string, AuthorChoice>();
  for (const one of await tx.find(person, {})) {
    if (!isPossibleAuthor(one, row, { lab, grant })) continue;
    const decides = mayDecide(one.role) || choices.get(one.userId)?.decides === true;
    choices.set(one.userId, { userId: one.userId, name: one.name, decides, email: null });
  }
  const sorted = [...choices.values()].sort((one, other) => one.name.localeCompare(other.name));
  return withEmails(tx, sorted);
}

/** Add the email of each person whose name another one has too. */
async function withEmails(tx: Transaction, choices: readonly AuthorChoice[]): Promise<AuthorChoice[]> {
  const names = new Map<string, number>();
  for (const { name } of choices) names.set(name, (names.get(name) ?? 0) + 1);
  const sharedIds = choices.filter(({ name }) => (names.get(name) ?? 0) > 1).map(({ userId }) => userId);
  const people = sharedIds.length === 0 ? [] : await tx.find(user, { id: sharedIds });
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  return choices.map((choice) => ({ ...choice, email: emails.get(choice.userId) ?? null }));
}

/** Read the names of the authors of a version. */
export async function readAuthors(
  tx: Transaction,
  authorIds: readonly string[],
): Promise<{ userId: string; name: string }[]> {
  const authors = [];
  for (const userId of authorIds) authors.push({ userId, name: await personName(tx, userId) });
  return authors;
}
