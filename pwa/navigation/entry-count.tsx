interface EntryCountProps {
  /** Undefined while it is not known. */
  count: number | undefined;
  /** What is counted, after the number. */
  noun: string;
  /** The number from which on the count is no longer exact. */
  limit: number;
}

/**
 * The number of things that wait behind an entry of the side menu. It lies over the entry's end and is no
 * part of the link's name.
 */
export function EntryCount({ count, noun, limit }: EntryCountProps) {
  if (!count) return null;
  return (
    <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center font-normal text-ink-soft text-xs tabular-nums">
      {count < limit ? count : `${limit - 1}+`}
      <span className="sr-only"> {noun}</span>
    </span>
  );
}
