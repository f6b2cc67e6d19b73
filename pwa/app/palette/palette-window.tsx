import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  DialogBackdrop,
  DialogPanel,
  Dialog as Modal,
} from '@headlessui/react';
import { CornerDownLeft, Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { SearchHit } from '#db/records/search-hits.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { useScanGuard } from '#pwa/ui/dialog/use-scan-guard.ts';
import { groupEntries, matchEntries, type PaletteEntry } from './palette-entry.ts';
import { recordEntry } from './record-entries.ts';
import { type RecordSearch, useDeviceSearch, useServerSearch } from './use-record-search.ts';

/** The most pages and actions beside the found records. */
const MAX_PAGES = 8;

/** What is typed into the field of the palette. */
export interface TypedText {
  text: string;
  onType(text: string): void;
}

export interface PaletteWindowProps extends TypedText {
  /** Actions and pages. */
  pages: readonly PaletteEntry[];
  /** Shown while nothing is typed. */
  recent: readonly PaletteEntry[];
  placeholder: string;
  mayOpen(path: string): boolean;
  /** Finds records that this device stores. */
  searchDevice?: (text: string) => Promise<readonly SearchHit[]>;
  onChoose(entry: PaletteEntry): void;
  /** Resolves a text that is no choice as a code; the text is then cleared. */
  onCode?: (text: string) => void;
  onClose(): void;
  /** A scan opened the palette. */
  isScanned?: boolean;
  /** The result of a scan, shown until something is typed. */
  result?: ReactNode;
  /** Buttons beside the field. */
  tools?: ReactNode;
}

/** Build the choices for a typed text: those of the device first, as they are there at once. */
function useChoices({ pages, recent, mayOpen, searchDevice }: PaletteWindowProps, text: string) {
  const device = useDeviceSearch(text, searchDevice);
  const server = useServerSearch(text);
  const groups = useMemo(() => {
    if (text === '') return groupEntries([...recent, ...pages.slice(0, MAX_PAGES)]);
    const records = [...device, ...server.hits].flatMap((hit) => recordEntry(hit, mayOpen) ?? []);
    return groupEntries([...matchEntries(pages, text).slice(0, MAX_PAGES), ...records]);
  }, [text, recent, pages, device, server.hits, mayOpen]);
  return { groups, state: server.state };
}

/** Tell how many choices there are, and whether records are missing. */
function statusText(count: number, text: string, state: RecordSearch['state'], hasDevice: boolean): string {
  if (text === '') return '';
  const countText = count === 0 ? 'No results' : countOf(count, 'result');
  if (state === 'searching') return count === 0 ? 'Searching…' : `${countText}, searching…`;
  if (state !== 'unreachable') return countText;
  return hasDevice ? `${countText} on this device` : `${countText}. Searching records needs a connection.`;
}

function Choice({ entry }: { entry: PaletteEntry }) {
  return (
    <ComboboxOption
      as="div"
      value={entry}
      className="group flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 data-focus:bg-accent-soft data-focus:text-accent-ink"
    >
      <span
        className={classNames(
          'min-w-0 shrink-0 truncate font-medium max-sm:max-w-[55%]',
          entry.isCode && 'code',
        )}
      >
        {entry.title}
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-soft text-sm">{entry.detail}</span>
      <CornerDownLeft aria-hidden size={16} className="invisible shrink-0 group-data-focus:visible" />
    </ComboboxOption>
  );
}

/** The command palette: one field for pages, actions and records; on the bench for codes too. */
export function PaletteWindow(props: PaletteWindowProps) {
  const { placeholder, searchDevice, text: typed, onType, onChoose, onCode, onClose, result, tools } = props;
  const { isScanned = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const guard = useScanGuard();
  // The window leaves its field alone on a touch screen; a scan needs no keyboard there, typing does.
  useEffect(() => {
    if (!isScanned) field.current?.focus();
  }, [isScanned]);
  const text = typed.trim();
  const { groups, state } = useChoices(props, text);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const status = statusText(count, text, state, searchDevice !== undefined);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    // Otherwise the first Escape would only close the list, which is always shown.
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Enter' && text !== '' && count === 0 && onCode) {
      event.preventDefault();
      onCode(text);
      onType('');
    }
  };
  return (
    <Modal open onClose={onClose} initialFocus={field} aria-label={placeholder} className="relative z-40">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex justify-center md:px-6 md:pt-[12dvh]">
        <DialogPanel
          onKeyDownCapture={guard}
          className="flex max-h-dvh w-full flex-col self-start border border-line bg-surface shadow-overlay max-md:h-dvh md:max-h-[72dvh] md:max-w-2xl md:rounded-xl"
        >
          <Combobox<PaletteEntry | null>
            immediate
            value={null}
            onChange={(entry) => {
              if (entry) onChoose(entry);
            }}
          >
            <div className="flex items-center gap-2 border-line border-b px-3">
              <Search aria-hidden size={20} className="shrink-0 text-ink-soft" />
              <ComboboxInput
                ref={field}
                aria-label={placeholder}
                placeholder={placeholder}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                value={typed}
                onChange={(event) => onType(event.target.value)}
                onKeyDownCapture={onKeyDown}
                className="h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-soft"
              />
              {tools}
              <button
                type="button"
                onClick={onClose}
                className="min-h-11 shrink-0 rounded-md px-2 text-ink-soft text-sm hover:bg-hover"
              >
                Close
              </button>
            </div>
            <p role="status" className={classNames('px-4 text-ink-soft text-sm', status !== '' && 'pt-2')}>
              {status}
            </p>
            <div className="min-h-0 flex-1 overflow-y-auto p-2">
              {text === '' && result && <div className="flex flex-col gap-3 p-2">{result}</div>}
              {count > 0 && !(text === '' && result) && (
                <ComboboxOptions static modal={false} as="div" className="outline-none">
                  {groups.map(({ caption, entries }) => (
                    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
                    <div key={caption} role="group" aria-label={caption}>
                      <p aria-hidden className="px-3 pt-2 pb-1 font-medium text-ink-soft text-xs">
                        {caption}
                      </p>
                      {entries.map((entry) => (
                        <Choice key={entry.key} entry={entry} />
                      ))}
                    </div>
                  ))}
                </ComboboxOptions>
              )}
            </div>
          </Combobox>
        </DialogPanel>
      </div>
    </Modal>
  );
}
