import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { s3File } from '#db/records/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Specimen } from './specimen.ts';

/**
 * Refuse to relabel a clinical tube without the submitter's written statement (domain 5.3), a file of the
 * specimen. Devices have no files, so they only require its id, and the server checks the file.
 */
export async function requireStatement(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  statementFileId: string | null,
): Promise<void> {
  if (statementFileId === null) {
    const definition = await tx.get(protocol, row.protocolId);
    if (definition?.clinical) throw refuse('STATEMENT_REQUIRED', "Attach the submitter's written statement.");
    return;
  }
  if (context.replica === 'device') return;
  const file = await tx.get(s3File, statementFileId);
  const isStored = file && !file.deleted && file.status === 'STORED';
  if (!isStored || file.targetType !== 'Specimen' || file.targetId !== row.id)
    throw refuse(
      'STATEMENT_NOT_FOUND',
      'The statement is not among the files of this specimen. Attach it again.',
    );
  if (file.scanStatus === 'QUARANTINED')
    throw refuse(
      'STATEMENT_HELD_BACK',
      'The statement is held back by the virus check. Attach a clean copy.',
    );
}
