import type { ClientBase } from 'pg';
import { personName } from '#db/batches/find-batch.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import type { VersionSignature } from '#db/protocols/versions/sign-version.ts';
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

/** Read the names of the authors of a version. */
export async function readAuthors(
  tx: Transaction,
  authorIds: readonly string[],
): Promise<{ userId: string; name: string }[]> {
  const authors = [];
  for (const userId of authorIds) authors.push({ userId, name: await personName(tx, userId) });
  return authors;
}
