import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';

interface PagerProps {
  /** Starts at 0. */
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
}

/** The range and number of rows, and the buttons to other pages. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const first = total === 0 ? 0 : page * pageSize + 1;
  const last = Math.min(total, (page + 1) * pageSize);
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-2 px-3 py-1.5 text-ink-soft text-sm"
    >
      <span className="tabular-nums">{`${first}–${last} of ${total}`}</span>
      {total > pageSize && (
        <span className="flex gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            disabled={last >= total}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
    </nav>
  );
}
