import { useEffect, useState } from 'react';

/**
 * A part of a page of the bench that lies at the server: it comes when somebody can be asked, and should it not come,
 * the rest of the page goes on without it. `load` stands outside the component.
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
