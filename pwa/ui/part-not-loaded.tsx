import { RotateCw } from 'lucide-react';
import { Button } from './button.tsx';

/** Says that a part of a page did not come. A browser asks only once for a file that did not come. */
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
