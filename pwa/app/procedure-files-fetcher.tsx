import { useEffect } from 'react';
import { procedure } from '#db/protocols/procedure.ts';
import { step } from '#db/protocols/section.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { storeProcedureFiles } from './procedure-files.ts';

const RETRY_MS = 60_000;

/** Stores the pictures and SOP files of the procedures of this device, so that the bench shows them without a network. */
export function ProcedureFilesFetcher() {
  const fileIds = useRuleRead(['procedures'], 'procedure-files', async (tx) => {
    const methods = await tx.find(procedure, {});
    const steps = await tx.find(step, { procedureId: methods.map(({ id }) => id) });
    return [
      ...new Set([
        ...methods.flatMap(({ documentFileId }) => documentFileId ?? []),
        ...steps.flatMap(({ pictures }) => pictures.map(({ fileId }) => fileId)),
      ]),
    ].sort();
  });
  // A list with the same files is a new array after each change of a procedure.
  const requestedIds = fileIds?.join(' ');
  useEffect(() => {
    if (requestedIds === undefined) return undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const store = async (): Promise<void> => {
      const isComplete = await storeProcedureFiles(requestedIds === '' ? [] : requestedIds.split(' ')).catch(
        () => false,
      );
      if (!isComplete && !isStopped) retryTimer = setTimeout(() => void store(), RETRY_MS);
    };
    void store();
    return () => {
      isStopped = true;
      clearTimeout(retryTimer);
    };
  }, [requestedIds]);
  return null;
}
