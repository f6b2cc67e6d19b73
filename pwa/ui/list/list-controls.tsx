import { ChevronLeft, ChevronRight, FilterX, Search, SearchX, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { INPUT_CLASS } from '#pwa/ui/form/control.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';

interface SearchInputProps {
  value: string;
  onChange(value: string): void;
  /** The accessible name; the placeholder is always "Search". */
  label?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A search input. */
export function SearchInput({ value, onChange, label = 'Search', ref }: SearchInputProps) {
  return (
    <div className="relative w-full md:w-52 2xl:w-72">
      <Search
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className={`${INPUT_CLASS} pr-10 pl-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onChange('')}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center text-ink-soft hover:text-ink"
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </div>
  );
}

interface NothingFoundProps {
  /** Clears the search and all filters. */
  onClear(): void;
  title?: string;
  /** A hint where else to look. */
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
    {children}
  </EmptyState>
);

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

const SKELETON_ROWS = 12;

/** Rows of the same height as those that are loading, so that nothing moves when they come. */
export const RowsSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => row).map((row) => (
      <div key={row} aria-hidden className="flex h-row items-center gap-6 border-line border-t px-3">
        <span className="h-3 animate-pulse w-28 rounded bg-sunken" />
        <span className="h-3 animate-pulse flex-1 rounded bg-sunken" />
        <span className="h-3 animate-pulse w-20 rounded bg-sunken" />
      </div>
    ))}
  </div>
);
