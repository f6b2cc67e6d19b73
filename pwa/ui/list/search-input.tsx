import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { INPUT_CLASS } from '../form/control.ts';

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
