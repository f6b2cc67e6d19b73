import { useMayOpen } from '#pwa/app/use-may-open.ts';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { ACTION_SHORTCUTS, pageShortcutsFor } from './shortcuts.ts';

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-7 rounded-sm border border-line-strong bg-surface px-1.5 text-center text-xs leading-6"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

interface ShortcutListProps {
  title: string;
  rows: readonly { label: string; keys: readonly string[] }[];
}

function ShortcutList({ title, rows }: ShortcutListProps) {
  return (
    <section className="flex flex-col">
      <h3 className="pb-1 font-semibold">{title}</h3>
      <ul>
        {rows.map(({ label, keys }) => (
          <li key={keys.join(' ')} className="flex min-h-9 items-center justify-between gap-3">
            {label}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The keys that work on every page, and the pages that this person reaches by G and a letter. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const pages = pageShortcutsFor(useMayOpen());
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <ShortcutList
          title="Anywhere"
          rows={ACTION_SHORTCUTS.map(({ key, ctrl, label }) => ({
            label,
            keys: ctrl ? ['Ctrl', key.toUpperCase()] : [key],
          }))}
        />
        <ShortcutList
          title="Go to"
          rows={pages.map(({ label, letter }) => ({ label, keys: ['G', letter.toUpperCase()] }))}
        />
      </div>
    </Dialog>
  );
}
