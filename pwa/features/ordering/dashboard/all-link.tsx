/** Link from a few rows to their full list; nothing where this user has no such list. */
export const AllLink = ({ href, children }: { href: string | null; children: string }) =>
  href && (
    <a href={href} className="inline-flex min-h-11 items-center text-accent-ink underline">
      {children}
    </a>
  );
