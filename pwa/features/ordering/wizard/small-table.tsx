import type { ReactNode } from 'react';

interface SmallTableProps {
  /** Title of the table, or the id of its heading. */
  name: { label: string } | { headingId: string };
  heads: readonly string[];
  /** Maximum height before it scrolls. */
  high: 'max-h-72' | 'max-h-96';
  /** On a handheld its rows are blocks whose cells carry their own labels. */
  stacks?: boolean;
  children: ReactNode;
}

/** A framed table with a fixed header while its rows scroll, also by keyboard. */
export function SmallTable({ name, heads, high, stacks = false, children }: SmallTableProps) {
  return (
    <section
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.headingId })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={`${high} overflow-auto rounded-md border border-line`}
    >
      <table className="w-full text-left text-sm">
        <thead
          className={stacks ? 'bg-surface max-sm:sr-only sm:sticky sm:top-0' : 'sticky top-0 bg-surface'}
        >
          <tr className="border-line border-b">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
