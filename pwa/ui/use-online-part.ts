import { useEffect, useState } from 'react';

/**
 * Load a part of a bench page from the server: it appears when the server can be reached, and the rest of the
 * page works without it. Define `load` outside the component.
 */
export function useOnlinePart<Part>(
  reachable: boolean,
  load: () => Promise<Part>,
): { part: Part | null; failed: boolean } {
  const [part, setPart] = useState<Part | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!reachable) return;
    setFailed(false);
    load().then(
      (loaded) => setPart(() => loaded),
      () => setFailed(true),
    );
  }, [reachable, load]);
  return { part, failed };
}
