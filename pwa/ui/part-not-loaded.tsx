import { RotateCw } from 'lucide-react';
import { Button } from './button.tsx';

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
