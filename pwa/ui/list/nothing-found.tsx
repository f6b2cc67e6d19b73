import { FilterX, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

interface NothingFoundProps {
  /** Clears the search and all filters. */
  onClear(): void;
  title?: string;
  /** A hint where else to look; without it, what to do. */
  children?: ReactNode;
}

/** The empty state of a list whose search or filters match nothing; it clears both. */
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
