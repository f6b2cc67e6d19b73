import { FilterX, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

interface NothingFoundProps {
  /** Takes the search and all filters back. */
  onClear(): void;
  title?: string;
  /** Where else it may be; without it, what to do. */
  children?: ReactNode;
}

/** Nothing matches what is searched and filtered: says so, and takes both back. */
export const NothingFound = ({ title = 'Nothing matches', onClear, children }: NothingFoundProps) => (
  <EmptyState
    icon={SearchX}
    title={title}
    action={
      <Button icon={FilterX} onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    {children ?? 'Change the search or the filters, or clear them.'}
  </EmptyState>
);
