import { useEffect, useState } from 'react';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { ListedOperation } from '#pwa/replica/hooks/use-operations.ts';
import { quarantineText } from './quarantine-texts.ts';

/** The name of an operation, and below it its subject, in bench terms. */
export function OperationTitle({ operation }: { operation: ListedOperation }) {
  const replica = useReplica();
  const { args, title } = operation;
  const [about, setAbout] = useState('');
  useEffect(() => {
    let isMounted = true;
    void quarantineText(replica, args).then(
      (text) => isMounted && setAbout(text),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [replica, args]);
  return (
    <>
      {title}
      {about && <span className="block max-w-sm break-words font-normal text-ink-soft text-sm">{about}</span>}
    </>
  );
}
