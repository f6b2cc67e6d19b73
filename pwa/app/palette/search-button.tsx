import { Search } from 'lucide-react';
import { useState } from 'react';
import { useShortcuts } from '#pwa/app/shortcuts/use-shortcuts.ts';
import { useMayOpen } from '#pwa/app/use-may-open.ts';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { useTypedText } from './use-typed-text.ts';

const OnlinePalette = lazyComponent(() =>
  import('./online-palette.tsx').then((loaded) => loaded.OnlinePalette),
);
const ShortcutsDialog = lazyComponent(() =>
  import('#pwa/app/shortcuts/shortcuts-dialog.tsx').then((loaded) => loaded.ShortcutsDialog),
);

interface SearchButtonProps {
  label: string;
  onOpen(): void;
  /** Loads the palette before it is opened. */
  onPreload(): void;
}

/** The search field of the header, which opens the command palette, and the keys that work on every page. */
export function SearchButton({ label, onOpen, onPreload }: SearchButtonProps) {
  const mayOpen = useMayOpen();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useShortcuts({ search: onOpen, help: () => setShowsShortcuts(true) }, mayOpen);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={onOpen}
        onPointerEnter={onPreload}
        onFocus={onPreload}
        className="inline-flex size-control shrink-0 items-center justify-center gap-2 rounded-md text-ink-soft hover:bg-hover lg:w-full lg:max-w-md lg:justify-start lg:border lg:border-line-strong lg:bg-surface lg:px-3"
      >
        <Search aria-hidden size={20} className="shrink-0 max-lg:text-ink lg:size-4" />
        <span className="min-w-0 flex-1 truncate text-left max-lg:hidden">{label}</span>
        <kbd className="rounded-sm border border-line px-1.5 text-xs leading-5 max-lg:hidden">Ctrl K</kbd>
      </button>
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
    </>
  );
}

/** The search of people whose devices store no records. */
export function OnlineSearch() {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const typed = useTypedText(open, close);
  return (
    <>
      <SearchButton
        label="Search"
        onOpen={() => {
          typed.onType('');
          setOpen(true);
        }}
        onPreload={() => void OnlinePalette.load().catch(() => undefined)}
      />
      {open && <OnlinePalette {...typed} onClose={close} />}
    </>
  );
}
