import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

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
    load().then(
      (loaded) => setPart(() => loaded),
      () => setFailed(true),
    );
    return () => setFailed(false);
  }, [reachable, load]);
  return { part, failed };
}

/** A message that a part of a page failed to load. A browser requests a failed file only once. */
export function PartNotLoaded({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-ink-soft">{text}</p>
      <Button icon={RotateCw} onClick={() => location.reload()}>
        Load the page again
      </Button>
    </div>
  );
}
