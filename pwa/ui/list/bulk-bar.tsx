import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#pwa/ui/button.tsx';

interface BulkBarProps {
  /** The number of selected rows. */
  count: number;
  onClear(): void;
  /** What can be done with all of them. */
  children: ReactNode;
}

/** The actions on the selected rows, for the bottom edge of a page. */
export const BulkBar = ({ count, onClear, children }: BulkBarProps) => (
  <>
    <Button icon={X} onClick={onClear} className="tabular-nums md:mr-auto">
      {`${count} selected`}
      <span className="sr-only">: clear selection</span>
    </Button>
    {children}
  </>
);
